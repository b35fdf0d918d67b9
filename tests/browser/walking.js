/** Answers a walk on the page, and acts there; it runs before every page (see walking.py). */

(() => {
  if (!location.host) return;
  const walk = (globalThis.walk = { offered: [] });

  // -- Pictures, textures and shadows take most of the time, and a walk does not look at them.
  const plain = new CSSStyleSheet();
  plain.replaceSync(`
    *, *::before, *::after {
      background-image: none !important; border-image: none !important; mask: none !important;
      filter: none !important; box-shadow: none !important; text-shadow: none !important;
      animation: none !important; transition: none !important;
    }
    svg, img, canvas { visibility: hidden !important; }
  `);
  document.adoptedStyleSheets = [plain];

  // -- What a press does outside the page is counted, and the browser stays here.
  let effects = 0;
  const count = (owner, name, instead) => {
    const work = owner?.[name];
    if (!work) return;
    owner[name] = function (...given) {
      effects += 1;
      return instead ? instead() : work.apply(this, given);
    };
  };
  count(globalThis, "print", () => {});
  count(globalThis, "open", () => null);
  count(globalThis.AudioContext?.prototype, "createGain");
  count(globalThis.Clipboard?.prototype, "writeText", async () => {});
  count(globalThis.Navigator?.prototype, "share", async () => {});
  count(globalThis.HTMLInputElement?.prototype, "click", () => {});
  count(globalThis.HTMLAnchorElement?.prototype, "click", () => {});
  const outside = "a[download], a[target], a[href^=http], a[href^=mailto], a[href^=webcal], a[href^='/api/']";
  const stay = (event) => {
    if (!event.target.closest?.(outside)) return;
    effects += 1;
    event.preventDefault();
  };
  addEventListener("click", stay, { capture: true });
  // A press also focuses what is pressed; a page that shows where something is missing focuses a field.
  let pressed = null;
  const show = ({ target }) => {
    if (pressed && target !== pressed && target.matches("input, select, textarea")) effects += 1;
  };
  addEventListener("focusin", show, { capture: true });

  // -- A page rests when nothing has changed for a while and no request is on its way.
  const [QUIET, STUCK] = [20, 60_000];
  let [awaited, changed, added] = [0, 0, 0];
  // A person who has sat down holds a token, which would count at the table of the next start.
  let sat = false;
  const note = () => (changed = Date.now());
  const watch = (records) => {
    note();
    added += records.reduce((sum, { addedNodes }) => sum + addedNodes.length, 0);
  };
  new MutationObserver(watch).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
  const { fetch } = globalThis;
  globalThis.fetch = (...given) => {
    const answer = fetch(...given);
    const end = () => (awaited -= 1);
    awaited += 1;
    sat ||= /\/(seats|tables)$/.test(given[0]) && given[1]?.method === "POST";
    answer.then(end, end);
    return answer;
  };

  /** Wait until the page rests, also for the answers to its requests; return what it offers. */
  walk.rest = async (answers) => {
    note();
    const end = changed + STUCK;
    while (Date.now() - changed < QUIET || (answers && awaited)) {
      if (Date.now() > end) throw new Error(`the page does not come to rest; ${awaited} requests wait`);
      await pause();
    }
    return offered();
  };

  // -- What is offered.
  const isSeen = (one) =>
    one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0 && !one.closest("[inert]");
  const said = (one) => one?.innerText.trim() || one?.textContent.trim() || "";
  /** Name a card by its marks and by how many are chosen, which changes what it does. */
  const marks = (card) => {
    const own = ["legal", "illegal", "toggles", "chosen", "plans", "planned"].filter((mark) => card.classList.contains(mark));
    return ["card", ...own, "+".repeat(document.querySelectorAll(".held.chosen").length)].join(" ");
  };
  const described = (one) => ({
    name: one.dataset.card ? marks(one) : one.getAttribute("aria-label") || said(one.labels?.[0]) || said(one),
    kind: one.type || one.localName,
    group: `${one.className} ${one.name ?? ""} ${one.parentElement.closest("[class]").className}`,
    leads: Boolean(one.href),
    navigates: Boolean(one.closest("nav")),
    chosen:
      one.matches(":checked[type=radio], a[href='#']") ||
      one.href === location.href ||
      Boolean(one.ariaCurrent && one.ariaCurrent !== "false"),
    main: one.matches(".primary, [type=submit]"),
    closes: one.matches(".close"),
  });

  /** Return where the person is, and the controls of the page or of the dialog on top of it. */
  function offered() {
    const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
    const box = dialog ?? document.body;
    walk.offered = [...box.querySelectorAll("button, a[href], summary, select, input, textarea")].filter(
      (one) => isSeen(one) && !one.matches(":disabled, [aria-disabled=true]"),
    );
    return {
      language: document.documentElement.lang,
      address: location.pathname + location.hash,
      dialog: Boolean(dialog),
      headings: [...box.querySelectorAll("h1, h2")].filter(isSeen).map(said),
      controls: walk.offered.map(described),
    };
  }

  // -- What the person does.
  let noted = "";
  const fields = "input, select, textarea, details, dialog";
  const everything = () =>
    JSON.stringify([
      location.href, document.title, document.body.innerHTML, { ...document.documentElement.dataset },
      document.documentElement.lang, [...document.querySelectorAll(fields)].map((one) => [one.value, one.checked, one.open]),
      Math.round(scrollX), Math.round(scrollY), effects, added,
    ]);

  /** Return what a person touches to use a control: of a box or a circle, the label. */
  walk.touched = (at) => {
    const one = walk.offered[at];
    return (one.matches("input") && (one.closest("label") ?? one.labels[0])) || one;
  };

  /** Note the state of the page, and return the point at which a control can be touched. */
  walk.aim = (at, visiblePoint) => {
    const point = visiblePoint(walk.touched(at));
    pressed = walk.offered[at];
    noted = everything();
    return point;
  };

  /** Whether anything has changed since it was noted, or does so within these milliseconds. */
  walk.changes = async (milliseconds) => {
    const end = Date.now() + milliseconds;
    while (everything() === noted) {
      if (Date.now() > end) return false;
      await pause();
    }
    return true;
  };

  /** Type texts into fields, by their places among the controls. */
  walk.type = (texts) => {
    for (const [at, text] of texts) {
      const one = walk.offered[at];
      one.focus();
      one.value = text;
      for (const kind of ["input", "change"]) one.dispatchEvent(new Event(kind, { bubbles: true }));
    }
  };

  // -- The way back to a start.
  let usual = null;

  /** Begin anew with nothing stored but these settings; return whether that can be done without loading the page, `again` from the same start. */
  walk.forget = async (device, again) => {
    sessionStorage.clear();
    const module = performance.getEntriesByType("resource").find(({ name }) => name.includes("/base/settings.js"));
    if (!module || (sat && !again)) return false;
    const { settings, changeSettings } = await import(module.name);
    usual ??= { language: document.documentElement.lang, settings: structuredClone({ ...settings, tables: [] }) };
    localStorage.clear();
    if (usual.language !== document.documentElement.lang) return false;
    changeSettings({ ...structuredClone(usual.settings), ...device });
    return true;
  };

  /** Go to an address as a link of the page would, even to the present one. */
  walk.open = async (path) => {
    const before = document.querySelector("h1");
    const link = document.createElement("a");
    link.href = path;
    document.body.append(link);
    link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    link.remove();
    const end = Date.now() + STUCK;
    while ((document.querySelector("h1") ?? before) === before) {
      if (Date.now() > end) throw new Error(`nothing is shown at ${path}`);
      await pause();
    }
  };
})();
