/**
 * The worker of the pocket edition: it runs the application for this window and for all others.
 *
 * Only one window at a time may change what the device keeps. Its worker, the owner, answers the others' requests; when
 * it closes or does not answer any more, the next one takes over, and everybody asks again.
 */

import { DATABASE } from "./device.js";
import { runsPython } from "../base/thinking.js";
import { insist, LATE, Parts } from "./parts.js";
import { Ownership } from "./ownership.js";
import { startPython, unpack } from "./python.js";

/**
 * @import { Answer, Asked } from "./connection.js"
 * @import { Listed } from "./parts.js"
 */

/** The version of the page: other windows may have another one. */
const VERSION = new URL("../", import.meta.url).pathname;
const ME = `${Math.random()}`.slice(2);
const OWNER = "owner";
const ALL = "all";

const channel = new BroadcastChannel(DATABASE);
/** @type {(message: Answer) => void} */
const tellPage = (message) => postMessage(message);
/**
 * How far the application is.
 * @type {Answer}
 */
let standing = { share: 0 };
/** @type {ReturnType<typeof run> | null} */
let application = null;
/** The numbers of the requests under way, by their windows and numbers there. */
const underWay = new Map();
let last = 0;

/**
 * @param {string} to
 * @param {unknown} message
 */
const post = (to, message) => channel.postMessage({ to, from: ME, version: VERSION, message });

/**
 * Tell all windows how far the application is: parts may still arrive when it is broken.
 * @param {Answer} news
 */
function tellAll(news) {
  if ("broken" in standing) return;
  standing = news;
  tellPage(news);
  post(ALL, news);
}

/**
 * @param {RequestCache} cache
 * @returns {Promise<Listed>}
 */
async function list(cache) {
  const answer = await fetch(new URL("parts.json", import.meta.url), { cache });
  if (!answer.ok) throw new Error(`answered with ${answer.status}`);
  return answer.json();
}

/** Whether this browser reads the newest words; a module that has not arrived says nothing about it. */
const readsPyodide = () =>
  import("./modern.js").then(
    ({ isRead }) => isRead,
    (error) => !(error instanceof SyntaxError),
  );

/** Load and start the application; tell the windows how far it is. */
async function run() {
  if (!runsPython() || !(await readsPyodide())) throw new Error("this browser is too old");
  const parts = new Parts(await insist(list), (share) => tellAll({ share }));
  const started = await startPython(parts, () => ownership.yield());
  tellAll({ share: 1, keeps: started.keeps, thinks: started.thinks });
  parts.data(LATE).then((archive) => {
    unpack(started.python.FS, archive);
    started.requests.complete();
  });
  return started;
}

/**
 * Answer a request, or give it up.
 * @param {string} window
 * @param {Asked} asked
 * @param {(message: Answer) => void} tell
 */
async function answer(window, asked, tell) {
  const { id } = asked;
  const key = `${window} ${id}`;
  try {
    const { requests } = await /** @type {NonNullable<typeof application>} */ (application);
    if ("abort" in asked) return requests.give_up(underWay.get(key) ?? 0);
    const number = ++last;
    underWay.set(key, number);
    const reply = {
      start: (/** @type {number} */ status, /** @type {[string, string][]} */ headers) => tell({ id, status, headers }),
      chunk: (/** @type {Uint8Array} */ data, /** @type {boolean} */ more) => tell({ id, data, more }),
    };
    const body = asked.body ? new TextEncoder().encode(asked.body) : null;
    await requests.answer(number, asked.method, asked.path, asked.headers, body, reply);
  } catch (error) {
    // Errors of the application are answers; after others, such as a full memory, its Python does not go on.
    if (/** @type {Error} */ (error).name !== "PythonError") tellAll({ broken: String(error) });
    tell({ id, failed: String(error) });
  } finally {
    if (!("abort" in asked)) underWay.delete(key);
  }
}

addEventListener("message", ({ data }) => {
  if (application) answer(ME, data, tellPage);
  else post(OWNER, data);
});

channel.onmessage = ({ data: { to, from, version, message } }) => {
  if (to === OWNER && application) {
    const tell = (/** @type {Answer} */ told) => post(from, told);
    if (message) answer(from, message, tell);
    else tell(standing);
  } else if (to === ME || to === ALL) {
    if (application) return ownership.yield();
    ownership.hear(version);
    tellPage(message);
  }
};

/** Own what the device keeps. */
function own() {
  application = run();
  application.catch((error) => tellAll({ broken: String(error) }));
  // The requests to the former owner are sent again.
  tellPage({ cut: true });
  post(ALL, { cut: true });
}

/** Stop, because another window owns what the device keeps; the page starts another worker, which asks that one. */
function lose() {
  tellPage({ lost: true });
  close();
}

const ownership = new Ownership({
  locks: navigator.locks,
  name: DATABASE,
  version: VERSION,
  // The page counts the workers that have stopped in this way.
  losses: Number(self.name),
  ask: () => post(OWNER, null),
  own,
  lose,
  repeat: (work, wait) => setInterval(work, wait),
});
ownership.start();
