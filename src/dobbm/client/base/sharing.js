/** Sharing through the device's share sheet, or else by copying. */

/**
 * Share a link or a text, with files where the share sheet takes them. Return the outcome: "shared", "copied",
 * "cancelled", or "refused" if the browser allows neither sharing nor copying, for instance without HTTPS.
 * Without a share sheet, `copied` is copied, or else the link.
 * @param {{ title: string, url?: string, text: string, files?: File[], copied?: string }} what
 * @returns {Promise<"shared" | "copied" | "cancelled" | "refused">}
 */
export async function share({ title, text, url, files, copied = url ?? text }) {
  try {
    if (navigator.share) {
      const isTaken = files && navigator.canShare?.({ files });
      await navigator.share({ title, text, url, ...(isTaken && { files }) });
      return "shared";
    }
    return await copy(copied);
  } catch (error) {
    return /** @type {Error} */ (error).name === "AbortError" ? "cancelled" : "refused";
  }
}

/**
 * Copy a text; return "copied" or "refused".
 * @param {string} text
 * @returns {Promise<"copied" | "refused">}
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return "copied";
  } catch {
    return "refused";
  }
}

/**
 * Share a file through the device's share sheet or, where it takes no files, save it.
 * @param {File} file
 */
export async function shareFile(file) {
  if (!navigator.canShare?.({ files: [file] })) return saveFile(file);
  // A person who cancels wants no file.
  return navigator.share({ files: [file] }).catch((error) => error.name === "AbortError" || saveFile(file));
}

/**
 * Save a file on the device.
 * @param {File} file
 */
export function saveFile(file) {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
