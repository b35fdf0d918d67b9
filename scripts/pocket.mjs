/** Runs scripts/pocket_packing.py in the Python of the pocket edition; scripts/pocket.py calls it. */

import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";
import { kernels } from "../src/dobbm/client/pocket/kernel.js";

const [packing, kernel, folders] = process.argv.slice(2);
const python = await loadPyodide({ env: { HOME: "/", PYTHONNODEBUGRANGES: "1" } });
for (const [place, root] of Object.entries(JSON.parse(folders))) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
}
python.registerJsModule("dobbm_browser", { newKernel: await kernels(readFileSync(kernel)) });
await python.runPythonAsync(readFileSync(packing, "utf8"));
process.exit(0);
