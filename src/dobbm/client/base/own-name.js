/** The name that the person has on this device. */

import { notify } from "./dom.js";
import { cleanName, nameFault } from "./names.js";
import { changeSettings, settings } from "./settings.js";

/**
 * Keep the name that the person has typed, or say why it cannot be kept; return whether it is kept.
 * @param {HTMLInputElement} input
 */
export function takeName(input) {
  const name = cleanName(input.value);
  const fault = nameFault(name || input.value.trim());
  if (fault) notify(fault);
  else changeSettings({ name });
  input.value = settings.name;
  return !fault;
}

// An earlier version took any name.
if (nameFault(settings.name)) changeSettings({ name: "" });
