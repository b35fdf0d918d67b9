/**
 * Messages of a club on this device: of the own turn, of tables that are opened, and of free seats.
 *
 * A browser may renew its subscription. Not every one says so to its service worker, which knows neither the clubs nor
 * the language: the page notices it at the next visit, and registers the new one.
 */

import { get, put, remove } from "../base/api.js";
import { byName, text } from "../base/checks.js";
import { html, nothing, notify } from "../base/dom.js";
import { _, currentLanguage } from "../base/i18n.js";
import { at } from "../base/place.js";
import { read, write } from "../base/storage.js";
import { live } from "../vendor/directives/live.js";

/**
 * @import { On } from "../base/dom.js"
 * @import { Devices } from "../schema.d.ts"
 * @import { ClubScene } from "../types.d.ts"
 */

/** Where this device keeps, for each club, the digest by which the server sends it messages. */
const KEY = "dobbm-messages";
const CHECK = byName(text(/^[\da-f]{64}$/), 20);

export class Messages {
  /**
   * @param {string} path that of the club
   * @param {() => void} redraw
   */
  constructor(path, redraw) {
    this.path = `${path}/push`;
    this.redraw = redraw;
    /** @type {Devices | null} */
    this.kept = null;
    /** The digest by which the server names this device; empty if it receives nothing yet. */
    this.device = "";
    this.isLoading = false;
  }

  /** Ask once whether this device receives messages; after a failure, again. */
  async follow() {
    if (this.kept || this.isLoading) return;
    this.isLoading = true;
    try {
      const kept = /** @type {Devices} */ (await get(this.path));
      const subscription = await (await worker())?.pushManager?.getSubscription();
      this.device = subscription ? await digest(subscription.endpoint) : "";
      this.kept = kept;
      await this.renew(kept);
      this.redraw();
    } catch {
      // The club itself does not answer either, and its page says so.
    } finally {
      this.isLoading = false;
    }
  }

  /**
   * Register a subscription that is another one than at the last visit, in the place of that one. Who has switched
   * messages off, or lost them with the link, has still the same.
   * @param {Devices} kept
   */
  async renew(kept) {
    const before = read(KEY, CHECK)?.[this.path];
    if (!before || before === this.device || kept.devices.includes(this.device)) return this.take(kept);
    if (!kept.key || obstacle() || Notification.permission !== "granted") return;
    const device = await this.registered(kept.key);
    if (!device) return;
    // First the old one goes, so that of many devices no other one is forgotten.
    if (kept.devices.includes(before)) await remove(`${this.path}?device=${before}`);
    this.take(await put(this.path, device));
  }

  /** A new link has ended the messages on all devices. */
  end() {
    this.remember("");
    this.kept = null;
    return this.follow();
  }

  /**
   * Render the switch, or why there is none; nothing on a server that sends no messages.
   * @param {ClubScene} scene
   */
  drawn(scene) {
    const { kept, device } = this;
    if (!kept?.key) return nothing;
    const problem = obstacle();
    if (problem) return html`<p class="quiet messages">${problem}</p>`;
    const turn = (/** @type {On<HTMLInputElement>} */ event) => this.turn(scene, event.currentTarget.checked);
    return html`<div class="messages">
      <label class="check"><input type="checkbox" .checked=${live(kept.devices.includes(device))}
        @change=${turn} aria-describedby="about-messages" />${_("Messages on this device")}</label>
      <p class="quiet" id="about-messages">${_(
        "When it is your turn and this device does not show the table, when somebody opens a table or looks for a substitute, when a seat becomes free, when an evening is moved or cancelled, and before an evening to which you have not said no.",
      )}</p>
    </div>`;
  }

  /**
   * @param {ClubScene} scene
   * @param {boolean} on
   */
  async turn(scene, on) {
    const problem = on ? await this.switchOn(scene) : await this.switchOff(scene);
    if (problem) notify(problem);
    this.redraw();
  }

  /**
   * Return why messages cannot be switched on; nothing if they are, or the server has refused it.
   * @param {ClubScene} scene
   */
  async switchOn({ ask }) {
    if ((await Notification.requestPermission()) !== "granted") return refused();
    const device = await this.registered(/** @type {string} */ (this.kept?.key));
    if (!device) return _("The browser could not switch messages on: try again later.");
    this.take(await ask("PUT", "/push", device));
    return "";
  }

  /**
   * Subscribe, and return the device as the server wants to know it; nothing if the browser fails.
   * @param {string} key
   */
  async registered(key) {
    const subscription = await subscribed(key).catch(() => null);
    const { endpoint, keys } = subscription?.toJSON() ?? {};
    if (!endpoint) return null;
    this.device = await digest(endpoint);
    return { endpoint, p256dh: keys?.p256dh, auth: keys?.auth, language: currentLanguage() };
  }

  /** @param {ClubScene} scene */
  async switchOff({ ask }) {
    this.take(await ask("DELETE", `/push?device=${this.device}`));
    return "";
  }

  /** @param {unknown} kept */
  take(kept) {
    if (!kept) return;
    this.kept = /** @type {Devices} */ (kept);
    this.remember(this.kept.devices.includes(this.device) ? this.device : "");
  }

  /** @param {string} device the digest; empty for none */
  remember(device) {
    const { [this.path]: before = "", ...others } = read(KEY, CHECK) ?? {};
    if (device !== before) write(KEY, device ? { ...others, [this.path]: device } : others);
  }
}

/** Return why this device shows no messages; empty if it does. */
function obstacle() {
  if (!("PushManager" in globalThis && "Notification" in globalThis && "serviceWorker" in navigator))
    return isApple()
      ? _(
          "On an iPhone or iPad, messages come only to a page on the home screen: put this one there, and open it from there.",
        )
      : _("This browser shows no messages.");
  return Notification.permission === "denied" ? refused() : "";
}

const refused = () => _("The browser does not allow notifications here: change that in its own settings.");

/** An iPad says that it is a Macintosh, but no Macintosh has a screen for fingers. */
const isApple = () =>
  /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.platform) && navigator.maxTouchPoints > 1);

/** Return the service worker; nothing if the browser has none for this page. */
const worker = async () => navigator.serviceWorker?.getRegistration(at("/"));

/**
 * Subscribe with the key of the server; a subscription with another key, from before, is given up.
 * @param {string} key
 */
async function subscribed(key) {
  const manager = (await worker())?.pushManager;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await manager?.subscribe(options);
  } catch {
    await (await manager?.getSubscription())?.unsubscribe();
    return manager?.subscribe(options);
  }
}

/**
 * Return the SHA-256 of a text in hexadecimal.
 * @param {string} text
 */
async function digest(text) {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
