/** Begins: the look, the language, the page of the address. */

import { loadLanguage } from "./base/i18n.js";
import { applyLook } from "./base/look.js";
import { load, show } from "./base/router.js";

applyLook();
await Promise.all([loadLanguage(), load()]);
await show();
if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});
