"""Compile the kernel to WebAssembly: ``src/dobbm/ai/kernel/kernel.wasm`` (docs/webassembly.md).

The entry points are compiled by Numba from the kernel's Python, as for this machine. Their LLVM
code, not yet optimised, fits any machine: LLVM lays it out for 32-bit pointers, optimises it and
emits WebAssembly. The same sources and versions always give the same bytes, in any folder.

  python scripts/kernel.py [FILE]
"""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT))
KERNEL = ROOT / "src" / "dobbm" / "ai" / "kernel" / "kernel.wasm"

# Optimised code has instructions of this machine in it.
os.environ["NUMBA_OPT"] = "0"
os.environ["XDG_CACHE_HOME"] = os.devnull  # code that is not optimised must not be kept
logging.getLogger("dobbm.ai.kernel.bits").setLevel(logging.ERROR)  # nor need it be said

import llvmlite.binding as llvm  # noqa: E402
from numba import cfunc, types  # noqa: E402

from dobbm.ai.kernel.entries import ENTRIES  # noqa: E402
from dobbm.ai.kernel_file import sealed, section  # noqa: E402
from dobbm.ai.wasm import MOST_ARGUMENTS  # noqa: E402
from scripts.kernel_sources import RUNTIME, digest_of_build  # noqa: E402

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+mutable-globals"
EXPORTED = {"free_memory", "arguments", "__multi3"}
"""The names that stay in the runtime."""

IMPORTS = {
    *("PyBytes_FromStringAndSize", "PyErr_Clear", "PyErr_SetString", "PyErr_WriteUnraisable"),
    *("PyUnicode_FromString", "Py_DecRef", "log10", "numba_do_raise", "numba_gil_ensure"),
    *("numba_gil_release", "numba_runtime_build_excinfo_struct", "numba_unpickle"),
}
"""Functions that the kernel may lack: those that report a fault."""

PAGE = 1 << 16
LINKER = (
    *(sys.executable, "-m", "ziglang", "wasm-ld"),
    *("--no-entry", "--allow-undefined", "--stack-first", "-z", f"stack-size={4 * PAGE}"),
    *("--strip-debug", f"--initial-memory={64 * PAGE}", f"--max-memory={4096 * PAGE}"),
    *("--export=arguments", "--export=__heap_base", "--export=__stack_pointer"),
)


def main() -> int:
    """Build the kernel, and say how large it is."""
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", type=Path, nargs="?", default=KERNEL, help="where to write it")
    file = parser.parse_args().file
    file.write_bytes(build())
    print(f"{file}: {file.stat().st_size:,} bytes, {len(ENTRIES)} entry points", file=sys.stderr)
    return 0


def build() -> bytes:
    """Return the compiled kernel."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
        "generic", FEATURES, opt=3, reloc="static", codemodel="default"
    )
    module = _linked(machine)
    _optimise(module, machine)
    with tempfile.TemporaryDirectory() as folder:
        code, linked = Path(folder, "kernel.o"), Path(folder, "kernel.wasm")
        code.write_bytes(machine.emit_object(module))
        exports = [f"--export={name}" for name in ENTRIES]
        subprocess.run([*LINKER, *exports, str(code), "-o", str(linked)], check=True)
        _verify_imports(module)
        return sealed(linked.read_bytes() + section("sources", digest_of_build().encode()))


def _linked(machine: llvm.TargetMachine) -> llvm.ModuleRef:
    """Return the code of all entry points and of the runtime in one module."""
    module = _parsed(RUNTIME.read_text(), machine)
    kept = {name: name for name in EXPORTED}
    for name, (signature, function) in ENTRIES.items():
        native = cfunc(signature)(function)
        module.link_in(_parsed(native.inspect_llvm(), machine))
        module.link_in(_parsed(_reading(name, native.native_name, signature), machine))
        kept[name] = name
    for each in (*module.functions, *module.global_variables):
        if each.name not in kept and not each.is_declaration:
            each.linkage = "internal"
    module.verify()
    return module


def _reading(name: str, function: str, signature: Any) -> str:
    """Return the code of an entry point: it reads the arguments of ``function`` from the memory.

    Wasmtime takes longer to convert one argument than the kernel for most calls. The first of the
    numbers is where the free memory begins.
    """
    kinds = [_kind(one) for one in signature.args]
    code = [
        "@free_memory = external global i32",
        f"@arguments = external global [{MOST_ARGUMENTS} x i64]",
        f'declare {_kind(signature.return_type)} @"{function}"({", ".join(kinds)})',
        f"define i64 @{name}() {{",
        "  %free = load i32, ptr @arguments",
        "  store i32 %free, ptr @free_memory",
    ]
    for number, kind in enumerate(kinds, 1):
        code += [
            f"  %at{number} = getelementptr i64, ptr @arguments, i32 {number}",
            f"  %given{number} = load {kind}, ptr %at{number}",
        ]
    given = ", ".join(f"{kind} %given{number}" for number, kind in enumerate(kinds, 1))
    if signature.return_type == types.void:
        code += [f'  call void @"{function}"({given})', "  ret i64 0"]
    else:
        code += [f'  %result = call i64 @"{function}"({given})', "  ret i64 %result"]
    return "\n".join([*code, "}"])


def _kind(one: Any) -> str:
    """Return what LLVM calls a type of ``entries.KINDS``."""
    if isinstance(one, types.CPointer):
        return "ptr"
    return {types.int64: "i64", types.float64: "double", types.void: "void"}[one]


def _verify_imports(module: llvm.ModuleRef) -> None:
    """Raise ``SystemExit`` if the kernel lacks a function that it may need."""
    lacking = {each.name for each in module.functions if each.is_declaration}
    missing = {name for name in lacking - IMPORTS if not name.startswith("llvm.")}
    if missing:
        sys.exit(f"WebAssembly has no {', '.join(sorted(missing))}: change what calls them")


def _parsed(code: str, machine: llvm.TargetMachine) -> llvm.ModuleRef:
    """Return LLVM code for another machine than the one that it was written for."""
    code = re.sub(r"^target (datalayout|triple) = .*$", "", code, flags=re.MULTILINE)
    code = re.sub(r'"target-(cpu|features)"="[^"]*"', "", code)
    # The texts of Numba's faults contain the paths of its files, and nobody can read them there.
    code = re.sub(
        r'(pickledata\S* = internal constant) .*"$',
        r"\1 [1 x i8] zeroinitializer",
        code,
        flags=re.MULTILINE,
    )
    code = re.sub(r", i32 \d+(?=, ptr @\.const\.pickledata)", ", i32 0", code)
    layout = f'target datalayout = "{machine.target_data}"\ntarget triple = "{TRIPLE}"\n'
    return llvm.parse_assembly(layout + code)


def _optimise(module: llvm.ModuleRef, machine: llvm.TargetMachine) -> None:
    """Optimise the code, remove the counts of references, and optimise what is left."""
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = True
    passes = llvm.create_pass_builder(machine, options)
    passes.getModulePassManager().run(module, passes)
    counts = llvm.create_new_module_pass_manager()
    counts.add_refprune_pass()
    counts.run(module, passes)
    passes.getModulePassManager().run(module, passes)


if __name__ == "__main__":
    sys.exit(main())
