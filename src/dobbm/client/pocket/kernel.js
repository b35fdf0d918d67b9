/** The compiled kernel (docs/solver.md), for the Python beside it; `ai/browser.py` is the other side. */

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
    const { memory, __heap_base: heap, __stack_pointer: stack } = exported;
    const begin = stack.value;
    return {
      memory,
      heap: heap.value,
      arguments: exported.arguments.value,
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
       */
      call(entry) {
        try {
          return [exported[entry](), ""];
        } catch (error) {
          // The stack would keep what was on it for ever.
          stack.value = begin;
          return [0, String(error)];
        }
      },
    };
  };
}
