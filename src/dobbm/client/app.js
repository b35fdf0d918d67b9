/** The entry point: applies the settings, loads the language and shows the page at the current address. */

import { loadLanguage } from "./base/i18n.js";
import { watchStorage } from "./base/keeping.js";
import { applySettings } from "./base/settings.js";
import { load, show } from "./base/router.js";

applySettings();
await Promise.all([loadLanguage(), load()]);
watchStorage();
await show();

/** Milliseconds before a table page registers the service worker, whose downloads would delay the first cards. */
const SETTLED = 5000;
if ("serviceWorker" in navigator) {
  const keep = () => navigator.serviceWorker.register("/sw.js").catch(() => {});
  if (location.pathname.startsWith("/t/")) setTimeout(keep, SETTLED);
  else keep();
}
