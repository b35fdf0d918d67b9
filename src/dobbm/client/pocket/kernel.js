/** The compiled kernel (docs/solver.md), for the Python beside it; `ai/browser.py` is the other side. */

/** Arguments by their kinds: 64-bit whole numbers are not numbers in JavaScript. */
const AS_GIVEN = { q: BigInt, f: Number, p: Number };

/** A stop of the kernel, by the name of the function with which Numba reports it. */
class Fault extends Error {}

/**
 * Return what makes kernels, each with a memory of its own; nothing if this device cannot run one.
 * @param {BufferSource} code
 */
export async function kernels(code) {
  try {
    const make = makes(await WebAssembly.compile(code));
    // The first one shows whether the device has the memory.
    const made = [make()];
    return () => made.pop() ?? make();
  } catch {
    return undefined;
  }
}

/** @param {WebAssembly.Module} module */
function makes(module) {
  /** @param {string} name */
  const refusing = (name) => () => {
    throw new Fault(name);
  };
  const stubs = WebAssembly.Module.imports(module).map(({ name }) => [name, refusing(name)]);
  const env = Object.fromEntries(stubs);

  return function newKernel() {
    const exported = /** @type {any} */ (new WebAssembly.Instance(module, { env }).exports);
    const { memory, __heap_base: heap, free_memory: free } = exported;
    return {
      memory,
      heap: heap.value,
      free: free.value,
      /**
       * Enlarge the memory; return why it cannot be enlarged, or nothing.
       * @param {number} pages
       */
      grow(pages) {
        try {
          memory.grow(pages);
          return "";
        } catch (error) {
          return String(error);
        }
      },
      /**
       * @param {number} start
       * @param {number} size
       */
      bytes: (start, size) => new Uint8Array(memory.buffer, start, size),
      /**
       * Call an entry point; return its result and nothing, or what stopped it.
       * @param {string} entry
       * @param {string} kinds
       * @param {...(number | bigint)} given
       */
      call(entry, kinds, ...given) {
        try {
          const sent = given.map((one, at) => AS_GIVEN[/** @type {"q" | "f" | "p"} */ (kinds[at])](one));
          const result = exported[entry](...sent);
          return [result === undefined ? 0 : result, ""];
        } catch (error) {
          return [0, String(error)];
        }
      },
    };
  };
}
