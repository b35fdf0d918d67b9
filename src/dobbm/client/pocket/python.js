/** Loads the Python of the pocket edition, and in it the application. */

import { kernels } from "./kernel.js";
import { openDevice } from "./device.js";

/** @import { Parts } from "./parts.js" */

/** Where our Python and the libraries lie that are not Python. */
const PLACE = "/lib/dobbm";

/**
 * Start the application; return what answers requests.
 * @param {Parts} parts
 * @param {() => void} lost hears that another window runs the game now
 */
export async function startPython(parts, lost) {
  await Promise.all(["pyodide.js", "pyodide.asm.js"].map((name) => parts.answer(name)));
  const { loadPyodide } = await import(parts.address("pyodide.js"));
  const { default: createPyodideModule } = await import(parts.address("pyodide.asm.js"));
  // Pyodide's requests get what has arrived.
  const { fetch } = globalThis;
  globalThis.fetch = (asked, how) => {
    const name = parts.named(String(asked instanceof Request ? asked.url : asked));
    return name ? parts.answer(name) : fetch(asked, how);
  };
  const [python, kernel, device, ...archives] = await Promise.all([
    loadPyodide({
      indexURL: parts.address(""),
      createPyodideModule,
      stdLibURL: parts.address("python.zip"),
      lockFileContents: { info: parts.listed.info, packages: {} },
      env: { HOME: "/home", PYTHONNODEBUGRANGES: "1" },
    }),
    parts.data("kernel.wasm").then((data) => WebAssembly.compile(data)),
    openDevice(lost),
    parts.data("app.zip"),
    parts.data("compiled.zip"),
  ]);
  python.registerJsModule("dobbm_browser", { newKernel: kernels(kernel), device });
  python.runPython(`import sys; sys.path.insert(0, "${PLACE}")`);
  for (const archive of archives) unpack(python, archive);
  const requests = await python.pyimport("dobbm.pocket.worker").start();
  return { python, requests, keeps: device.keeps };
}

/**
 * Unpack an archive of our Python.
 * @param {any} python
 * @param {Uint8Array} archive
 */
export const unpack = (python, archive) => python.unpackArchive(archive, "zip", { extractDir: PLACE });
