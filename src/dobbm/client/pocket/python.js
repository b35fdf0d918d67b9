/** Loads the Python of the pocket edition, and in it the application. */

import { openDevice } from "./device.js";
import { Image } from "./image.js";
import { kernels } from "./kernel.js";
import { entries } from "./zip.js";

/** @import { Parts } from "./parts.js" */

/** Where our Python lies, and the library that is not Python. */
const PLACE = "/lib/dobbm";
const LIBRARY = "/lib/pydantic_core.so";
/** Python itself. */
const PROGRAM = "pyodide.asm.wasm";
const SCRIPTS = ["pyodide.js", "pyodide.asm.js"];
/**
 * Imports the application: all that is the same at every start. A model of the API is built when it is first used: most
 * only describe answers, and to build them all takes a fifth of the import. FastAPI silences the same warning, but only
 * while it builds them itself.
 */
const IMPORT = `
import gc
import sys
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location

gc.disable()
sys.path.insert(0, "${PLACE}")
name = "pydantic_core._pydantic_core"
spec = spec_from_file_location(name, loader=ExtensionFileLoader(name, "${LIBRARY}"))
sys.modules[name] = module_from_spec(spec)
spec.loader.exec_module(sys.modules[name])
from warnings import filterwarnings
from pydantic import BaseModel
from pydantic.warnings import UnsupportedFieldAttributeWarning
BaseModel.model_config["defer_build"] = True
filterwarnings("ignore", category=UnsupportedFieldAttributeWarning)
import dobbm.pocket.worker
gc.collect()
gc.freeze()
gc.enable()
`;

/**
 * Start the application; return what answers requests. If it does not start, keep nothing damaged, so that the next
 * start does not fail in the same way.
 * @param {Parts} parts
 * @param {() => void} lost hears that another window runs the game now
 */
export async function startPython(parts, lost) {
  const image = new Image(parts);
  try {
    return await started(parts, image, lost);
  } catch (error) {
    await Promise.all([image.forget(), parts.forgetDamaged()]).catch(() => undefined);
    throw error;
  }
}

/**
 * @param {Parts} parts
 * @param {Image} image
 * @param {() => void} lost
 */
async function started(parts, image, lost) {
  parts.answerAllBut(PROGRAM);
  const [python, newKernel, device] = await Promise.all([
    imported(parts, image),
    parts.data("kernel.wasm").then(kernels),
    openDevice(lost),
  ]);
  python.registerJsModule("dobbm_browser", { newKernel, device });
  const requests = await python.pyimport("dobbm.pocket.worker").start();
  image.keep();
  return { python, requests, keeps: device.keeps, thinks: Boolean(newKernel) };
}

/**
 * Return a Python that has imported the application: with the memory of an earlier start or, where there is none, anew.
 * @param {Parts} parts
 * @param {Image} image
 */
async function imported(parts, image) {
  const kept = await image.kept();
  try {
    if (kept) return await load(parts, { _loadSnapshot: kept });
  } catch {
    await image.forget();
  }
  const python = await load(parts, { _makeSnapshot: true });
  python.runPython(IMPORT);
  image.take(python);
  return python;
}

/**
 * Load Python, with our files in it.
 * @param {Parts} parts
 * @param {object} how
 */
async function load(parts, how) {
  const archives = Promise.all(["app.zip", "weights.zip"].map((name) => parts.data(name)));
  const compiled = (/** @type {string} */ name) =>
    parts.answer(name).then((answer) => WebAssembly.compileStreaming(answer));
  const [program, library] = [PROGRAM, "pydantic_core.wasm"].map(compiled);
  const needed = Promise.all([library, archives, program]);
  needed.catch(() => undefined); // it is awaited later
  // Pyodide would begin to compile its program only when all else has arrived.
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await program;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  await Promise.all(SCRIPTS.map((name) => parts.data(name)));
  const [{ loadPyodide }, { default: makeModule }] = await Promise.all(
    SCRIPTS.map((name) => import(parts.address(name))),
  );
  return loadPyodide({
    indexURL: parts.address(""),
    stdLibURL: parts.address("python.zip"),
    lockFileContents: { info: parts.listed.info, packages: {} },
    env: { HOME: "/home", PYTHONNODEBUGRANGES: "1", PYDANTIC_DISABLE_PLUGINS: "1" },
    createPyodideModule: async (/** @type {any} */ settings) => {
      const [code, [app, weights]] = await needed;
      settings.preRun.push((/** @type {any} */ module) => {
        unpack(module.FS, app);
        unpack(module.FS, weights);
        link(module, code);
      });
      return makeModule(settings);
    },
    ...how,
  });
}

/**
 * Link the library before Python starts: so it has the same place in every memory, and a kept one fits.
 * @param {any} module
 * @param {WebAssembly.Module} code
 */
function link(module, code) {
  module.FS.writeFile(LIBRARY, "");
  const library = module.newDSO(LIBRARY, undefined, "loading");
  library.exports = module.loadWebAssemblyModule(code, { loadAsync: false, nodelete: true }, LIBRARY, {});
  // Pyodide asks for a kept memory's size before its own is made, and in vain.
  if (module.INITIAL_MEMORY > module.HEAP8.length) module.growMemory(module.INITIAL_MEMORY);
}

/**
 * Unpack an archive of our Python.
 * @param {any} files
 * @param {Uint8Array} archive
 */
export function unpack(files, archive) {
  for (const { name, data } of entries(archive)) {
    const path = `${PLACE}/${name}`;
    files.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    files.writeFile(path, data);
  }
}
