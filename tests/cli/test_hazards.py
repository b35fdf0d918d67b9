"""Every command without a home directory or libraries, in ASCII, and with options anywhere."""

from __future__ import annotations

import gzip
import json
import lzma
import pwd
import subprocess
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import NoReturn

import pytest

from cli.command import Done, dobbm, line_of
from dobbm.cli import COMMANDS, EXTRAS
from dobbm.cli.parser import Parser
from dobbm.extras import LIBRARIES
from dobbm.text import translations
from dobbm.text.characters import replaced

WAYS = {
    "play": "--session session.jsonl",
    "replay": "deal.jsonl",
    "perft": "deal.jsonl --depth 1",
    "solve": "deal.jsonl",
    "judge": "deal.jsonl",
    "daily": "2026-11-26",
    "deal": "--seed 7",
    "verify": "deal.jsonl",
    "serve": "--port 0",
    "export": "",
    "backup": "backup.sqlite",
    "restore": "backup.sqlite",
    "doctor": "",
    "tables": "list",
    "clubs": "export stubai",
    "prune": "--older-than 3",
    "about": "Vroni",
    "erase": "Vroni",
    "match": "simple random --decks 2",
    "league": "simple random --decks 2",
    "study": "",
    "dataset": "simple --output deals --deals 1",
    "exercises": "pack /dev/null -o exercises.json",
    "players": "",
    "train-policy": "--output weights.npz",
    "train-network": "--output weights.npz",
    "train-tables": "--output tables.npz",
    "rules": "--language de",
}
"""A short way to run each command in a folder with the file ``deal.jsonl``."""

NEEDS_HOME = {
    *("serve", "export", "backup", "restore", "doctor", "tables", "clubs"),
    *("prune", "about", "erase"),
}
"""The commands whose data are in the home directory if no option says otherwise."""
LENGTHY = {name for name in COMMANDS if name.startswith("train")} | {"solve", "dataset"}
"""Commands that compile for long where compiled code cannot be kept."""
NEEDS_NOTHING = {
    "play",
    "replay",
    "perft",
    "daily",
    "deal",
    "verify",
    "match",
    "league",
    "players",
    "rules",
}
"""The commands without any extra."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "deal.jsonl").write_bytes(line_of())
    return tmp_path


@pytest.fixture
def homeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the home directory, the user's name and all that could stand for them."""

    def unknown(_: object) -> NoReturn:
        raise KeyError("getpwuid(): uid not found")

    for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.delenv("DOBBM_DATABASE", raising=False)
    monkeypatch.setattr(pwd, "getpwuid", unknown)


def refused_in_a_sentence(done: Done) -> str:
    assert (done.returncode, done.stdout) == (2, b"")
    [sentence] = done.stderr.decode().splitlines()
    assert sentence.startswith("dobbm: ")
    return sentence


def test_the_table_names_every_command() -> None:
    assert set(WAYS) == set(COMMANDS)


@pytest.mark.usefixtures("homeless")
@pytest.mark.parametrize("command", sorted(set(COMMANDS) - LENGTHY))
def test_without_a_home_directory_a_command_works_or_says_what_is_missing(command: str) -> None:
    done = dobbm(command, *WAYS[command].split())
    if command in NEEDS_HOME:
        assert "no home directory" in refused_in_a_sentence(done)
    else:
        assert done.returncode in (0, 1), done.stderr


@pytest.mark.usefixtures("homeless")
@pytest.mark.parametrize("options", ["", "--resume"])
def test_without_a_home_directory_a_game_needs_a_file(options: str) -> None:
    assert "set HOME or XDG_DATA_HOME" in refused_in_a_sentence(dobbm("play", *options.split()))


@pytest.mark.usefixtures("homeless")
@pytest.mark.parametrize("home", ["", "relative/folder"])
def test_a_home_that_is_no_folder_is_none(home: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", home)
    assert "no home directory" in refused_in_a_sentence(dobbm("tables", "list"))


@pytest.mark.usefixtures("homeless")
def test_a_database_without_a_user_is_refused_where_the_system_knows_none() -> None:
    done = dobbm("export", "--database", "postgresql://localhost:1/dobbm")
    assert "postgresql://USER@HOST/DATABASE" in refused_in_a_sentence(done)


WITHOUT_LIBRARIES = """
import json, sys
for name in {missing!r}:
    sys.modules[name] = None
from dobbm.cli import main
for command, arguments in {ways!r}.items():
    print("command", command, file=sys.stderr)
    try:
        status = main([command, *arguments.split()])
    except SystemExit as end:
        status = end.code
    except BaseException as error:
        status = repr(error)
    print("status", status, file=sys.stderr)
"""


def test_every_command_names_the_extra_that_it_lacks() -> None:
    missing = [library for libraries in LIBRARIES.values() for library in libraries]
    program = WITHOUT_LIBRARIES.format(missing=missing, ways=WAYS)
    done = subprocess.run(
        [sys.executable, "-c", program], stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    for part in done.stderr.split("command ")[1:]:
        command, *lines, status = part.strip().splitlines()
        if command in NEEDS_NOTHING:
            assert status in ("status 0", "status 1"), part
        else:
            assert status == "status 2", part
            [sentence] = lines
            assert sentence.startswith(f"dobbm: dobbm {command} needs ")
            assert sentence.endswith(f": pip install '.[{EXTRAS[command]}]'")


def test_the_bots_of_a_server_need_their_libraries_before_it_starts() -> None:
    program = WITHOUT_LIBRARIES.format(missing=["numba", "wasmtime"], ways={"serve": "--port 0"})
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "dobbm: dobbm serve needs wasmtime: pip install '.[server]'\nstatus 2" in done.stderr


@pytest.mark.parametrize(
    ("usual", "mixed"),
    [
        ("league simple random --decks 2", "league simple --decks 2 random"),
        ("match simple random --decks 2 --json", "match --decks 2 simple --json random"),
        ("dataset simple random --output x", "dataset simple --output x random"),
        ("perft --depth 1 deal.jsonl", "perft deal.jsonl --depth 1"),
        ("tables list --database x --limit 2", "tables --database x --limit 2 list"),
        ("tables remove a 2 --database x", "tables remove a --database x 2"),
        ("tables show --json -- -a", "tables show -a --json"),
        ("play --session=-x.jsonl --fast", "play --session -x.jsonl --fast"),
        ("play --resume=-x.jsonl --fast", "play --resume -x.jsonl --fast"),
        ("play --resume --fast", "play --fast --resume"),
        ("deal --seed=-7 --must", "deal --must --seed -7"),
        ("train-tables --output x --players a b", "train-tables --players a b --output x"),
        ("replay -- --x", "replay -- --x"),
        ("replay -- -x", "replay -x"),
        ("solve - --jobs 2", "solve --jo 2 -"),
    ],
)
def test_options_may_stand_anywhere(usual: str, mixed: str) -> None:
    found = []
    for line in (usual, mixed):
        command, *arguments = line.split()
        parser = Parser(command)
        import_module(f"dobbm.cli.{command.replace('-', '_')}").configure(parser)
        found.append(parser.parse_args(arguments))
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("study", "deals"),
    [
        ("luck", "2"),
        ("luck", "20"),
        ("stockerl", "3"),
        pytest.param("schwacher", "40", marks=pytest.mark.long),
        pytest.param("solos", "2", marks=pytest.mark.long),
        pytest.param("waiting", "2", marks=pytest.mark.long),
        pytest.param("leads", "2", marks=pytest.mark.long),
    ],
)
def test_a_study_of_few_deals_is_json_and_has_no_impossible_number(study: str, deals: str) -> None:
    def refuse(name: str) -> NoReturn:
        raise AssertionError(name)

    done = dobbm("study", study, "--deals", deals, "--seed", "3", "--json")
    assert done.returncode == 0
    for row in json.loads(done.stdout, parse_constant=refuse)["rows"]:
        for name, figure in row.items():
            if name == "deals" and figure["ci95"] != [None, None]:
                assert figure["ci95"][0] >= 0


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
@pytest.mark.parametrize("command", ["rules", "league", "players"])
def test_a_poor_encoding_gets_readable_text(command: str, encoding: str) -> None:
    arguments = [command, *WAYS[command].split()]
    text = dobbm(*arguments, encoding=encoding).stdout.decode(encoding)
    assert "?" not in text
    if command == "rules":
        assert ("Mussrunde" if encoding == "ascii" else "Mußrunde") in text


def test_what_an_encoding_lacks_is_written_with_plain_letters() -> None:
    text = "−72 … für „Loïs“ ♥S → Łukasz é"
    error = UnicodeEncodeError("ascii", text, 0, len(text), "")
    assert replaced(error) == ('-72 ... fuer "Lois" HS -> ?ukasz e', len(text))


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
@pytest.mark.parametrize("command", ["rules", "play"])
def test_a_language_that_cannot_be_shown_is_replaced_with_a_warning(
    command: str, encoding: str
) -> None:
    options = ["--session", "ja.jsonl"] if command == "play" else []
    done = dobbm(command, "--language", "ja", *options, encoding=encoding)
    assert f"cannot be shown in {encoding}" in done.stderr.decode(encoding)
    assert b"rules" in done.stdout or b"The first dealer is drawn by lot" in done.stdout
    assert b"??" not in done.stdout


def test_names_stay_names_in_json_that_cannot_be_shown() -> None:
    program = "from dobbm.cli.records import print_json; print_json({'name': 'Jörg ♥'})"
    for encoding, line in (("ascii", rb'{"name": "J\u00f6rg \u2665"}'), ("utf-8", None)):
        done = subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            env={"PYTHONIOENCODING": encoding},
        )
        assert json.loads(done.stdout) == {"name": "Jörg ♥"}
        assert line in (None, done.stdout.strip())


def test_no_control_character_reaches_the_screen_with_an_error() -> None:
    done = dobbm("replay", "\x1b[31mred\x07")
    assert done.stderr == b"dobbm: [31mred: No such file or directory\n"


FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    "line", ["--help", "--version", "deal --help", "play --help", "tables list --help", "deal"]
)
def test_output_that_cannot_be_written_is_an_error(line: str) -> None:
    with FULL.open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "dobbm", *line.split()], stdout=full, stderr=subprocess.PIPE
        )
    assert (done.returncode, done.stderr) == (
        2,
        b"dobbm: standard output: No space left on device\n",
    )


@pytest.mark.parametrize(
    "line", ["bogus", "deal --bogus", "replay nowhere.jsonl", "play --players 9"]
)
def test_messages_do_not_go_to_the_output_where_there_is_no_place_for_them(line: str) -> None:
    command = f'exec "{sys.executable}" -m dobbm {line} 2>&-'
    done = subprocess.run(["sh", "-c", command], stdout=subprocess.PIPE)
    assert (done.returncode, done.stdout) == (2, b"")


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("players --match -5", "unrecognized arguments: --match"),
        ("players -5", "unrecognized arguments: -5"),
        ("players one -- -5", "unrecognized arguments: one -5"),
        ("replay a b", "unrecognized arguments: b"),
        ("tables remove --abc 2", "unrecognized arguments: --abc"),
        ("tables close --abc", "unrecognized arguments: --abc"),
        ("tables --database x", "argument ACTION: invalid choice: 'x'"),
        ("tables remov x 2", "argument ACTION: invalid choice: 'remov'"),
        ("tables", "the following arguments are required: ACTION"),
        ("erase --abc", "unrecognized arguments: --abc"),
    ],
)
def test_a_complaint_names_what_was_typed(line: str, complaint: str) -> None:
    done = dobbm(*line.split())
    last = done.stderr.decode().splitlines()[-1]
    assert done.returncode == 2
    assert f"error: {complaint}" in last
    assert "'--'" not in last


def limited(*arguments: str) -> Done:
    """Run a command that may write files of up to 500 bytes: what is longer finds a full disk."""
    program = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
        "resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500)); "
        "from dobbm.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    return subprocess.run(
        [sys.executable, "-c", program, *arguments], input=b"weiter\n" * 99, capture_output=True
    )


@pytest.mark.parametrize(
    ("line", "file"),
    [
        ("dataset simple --format npz --output deals --deals 9", "deals/dataset.json"),
        ("play --seed 7 --fast --session session.jsonl", "session.jsonl"),
        pytest.param(
            "study seats --deals 2 --output found", "found/seats.md", marks=pytest.mark.long
        ),
        pytest.param(
            "study seats --deals 20 --save found.npz", "found.npz", marks=pytest.mark.long
        ),
        ("league simple random --decks 2 --plot chart.svg", "chart.svg"),
    ],
)
def test_a_full_disk_is_reported_with_the_file(line: str, file: str) -> None:
    done = limited(*line.split())
    assert done.returncode == 2
    assert done.stderr.decode().splitlines()[-1] == f"dobbm: {file}: File too large"


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
@pytest.mark.parametrize(
    "line",
    [
        *(f"{command} /proc/self/mem" for command in ("replay", "verify", "solve")),
        *("perft /proc/self/mem --depth 1", "play --resume /proc/self/mem"),
        "serve --port 0 --secret-file /proc/self/mem",
    ],
)
def test_a_file_that_cannot_be_read_is_named(line: str) -> None:
    assert "/proc/self/mem: Input/output error" in refused_in_a_sentence(dobbm(*line.split()))


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs /dev/zero")
@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("replay /dev/zero", "/dev/zero, line 1: a line may have at most 16,777,216 bytes"),
        ("verify /dev/zero", "/dev/zero, line 1: a line may have at most "),
        ("perft --depth 1 /dev/zero", "/dev/zero, line 1: a line may have at most "),
        ("solve /dev/zero", "/dev/zero, line 1: a line may have at most "),
        ("play --resume /dev/zero", "/dev/zero is not a file that holds a session"),
        ("match simple random --save /dev/zero", "/dev/zero is not a file in which a match "),
        ("match simple random --decks 1 --save long", "long, line 1: a line may have at most "),
    ],
)
def test_no_input_is_endless(line: str, sentence: str, folder: Path) -> None:
    with (folder / "long").open("wb") as sparse:
        sparse.truncate((1 << 24) + 1)
    done = dobbm(*line.split())
    assert done.returncode == 2
    assert done.stderr.decode().startswith(f"dobbm: {sentence}")


def test_a_long_line_of_standard_input_is_counted_from_the_first() -> None:
    done = dobbm("replay", lines=line_of() * 3 + b" " * (1 << 24) + b" ")
    assert done.stderr == (
        b"dobbm: standard input, line 4: a line may have at most 16,777,216 bytes\n"
    )
    assert len(done.stdout.splitlines()) == 3
    assert dobbm("replay", lines=line_of() + b" " * (1 << 23)).returncode == 0


@pytest.mark.parametrize(
    ("packed", "found"),
    [
        (gzip.compress, "compressed with gzip"),
        (lzma.compress, "compressed with xz"),
        (lambda line: line.decode().encode("utf-16"), "text in UTF-16"),
        (lambda line: line.decode().encode("utf-16-le"), "a binary file, or text in UTF-16"),
    ],
)
def test_a_file_of_another_kind_is_told_as_what_it_is(
    packed: Callable[[bytes], bytes], found: str, folder: Path
) -> None:
    (folder / "other.jsonl").write_bytes(packed(line_of()))
    sentence = f"this is not JSON but {found}"
    assert sentence in dobbm("replay", "other.jsonl").stdout.decode()
    for line in ("match simple random --decks 1 --save", "play --resume"):
        assert f"line 1: {sentence}" in dobbm(*line.split(), "other.jsonl").stderr.decode()


@pytest.mark.parametrize("ending", [b"\r\n", b"\n", b""])
@pytest.mark.parametrize("mark", [b"", BOM_UTF8])
def test_records_from_other_systems_are_read(mark: bytes, ending: bytes) -> None:
    assert dobbm("replay", lines=mark + line_of().rstrip(b"\n") + ending).returncode == 0


BOTS = """
import sys
print("loading")


class Fine:
    def act(self, view, seed):
        print("thinking")
        return view.legal[0] if view.legal else "HS"


class דוד(Fine):
    pass


class Hidden(Fine):
    @property
    def act(self):
        raise RuntimeError("two\\nlines")


class Broken(Fine):
    def __init__(self):
        raise RuntimeError("two\\nlines")


class Waits(Fine):
    async def act(self, view, seed):
        return "weiter"


class Yields(Fine):
    def act(self, view, seed):
        yield "weiter"


def leaves():
    sys.exit(3)
"""


@pytest.fixture
def bots(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (folder / "bots_of_a_stranger.py").write_text(BOTS, encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    yield
    sys.modules.pop("bots_of_a_stranger", None)


STRANGER = "py:bots_of_a_stranger"


@pytest.mark.usefixtures("bots")
@pytest.mark.parametrize(
    "name",
    [
        *("py:builtins:int", "py:builtins:type", "py:builtins:dict", "py:builtins:exit"),
        *("py:builtins:print", "py:math:pi", "py:sys:exit", "py:os:path:join", "py:.os:path"),
        *(f"{STRANGER}:{bot}" for bot in ("Hidden", "Broken", "Waits", "Yields", "leaves", "none")),
    ],
)
def test_what_is_no_bot_is_refused_in_one_sentence(name: str) -> None:
    done = dobbm("match", name, "random", "--decks", "1", "--jobs", "1")
    assert (done.returncode, done.stdout) == (2, b"")
    last = done.stderr.decode().splitlines()[-1]
    assert last.startswith("dobbm: ")
    assert "py:" in last
    assert set(done.stderr.decode().splitlines()) <= {"", "loading", last}


@pytest.mark.usefixtures("bots")
def test_what_a_bot_prints_is_not_in_the_output_of_the_command() -> None:
    bot = f"{STRANGER}:Fine"
    done = dobbm("match", bot, "simple", "--decks", "1", "--jobs", "1", "--json")
    assert json.loads(done.stdout)["a"] == bot
    assert b"thinking" in done.stderr


@pytest.mark.usefixtures("bots")
def test_the_name_of_a_bot_moves_no_number() -> None:
    bot = f"{STRANGER}:דוד"
    for command in ("match", "league"):
        done = dobbm(command, bot, "simple", "--decks", "1", "--jobs", "1")
        shown = done.stdout.decode()
        assert shown.count(f"\u2068{bot}\u2069") == shown.count(bot) > 0
    rows = [line for line in shown.splitlines() if "·" in line]
    ends = {len(line.replace("\u2068", "").replace("\u2069", "")[: len(bot) + 5]) for line in rows}
    assert len(ends) == 1


def test_a_language_without_a_catalogue_is_said_once(
    monkeypatch: pytest.MonkeyPatch, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    translations._warn.cache_clear()
    monkeypatch.setattr(translations, "package_folder", lambda *_: folder)
    for _ in range(2):
        assert translations.translator("de").gettext("declarer") == "declarer"
    translations.translator("en")
    assert capsys.readouterr().err == (
        "dobbm: this installation has no texts in the language de, so English is used\n"
    )
    translations._warn.cache_clear()
