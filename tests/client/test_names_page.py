"""Names in the page: refused as the server refuses them, and isolated from what is beside them."""

from __future__ import annotations

from client.scripts import Scripts, needs_node
from dobbm.text.names import LONGEST_NAME
from text.test_names import FIT, UNFIT

pytestmark = needs_node

JUDGING = """
await speak("en");
const { cleanName, nameFault } = await import("./base/names.js");
respond({ faults: asked.names.map(nameFault), cleaned: asked.raw.map(cleanName) });
"""

RAW = {
    "  Vroni\u202e \n vom  Hof ": "Vroni vom Hof",
    "Vro\u200dni\u2066\u00ad": "Vroni",
    "👩🏽\u200d🌾": "👩🏽\u200d🌾",
    "❤\ufe0f\u200d🔥": "❤\ufe0f\u200d🔥",
    "\u200b": "",
}
"""Clean names, by what people type."""


def test_the_page_refuses_the_names_that_the_server_refuses(scripts: Scripts) -> None:
    unfit = [(word, name) for word in UNFIT for name in UNFIT[word]]
    names = [*FIT, *[name for _, name in unfit]]
    answer = scripts.run(JUDGING, {"names": names, "raw": [*RAW]})
    assert answer["faults"][: len(FIT)] == [""] * len(FIT)
    for (word, name), fault in zip(unfit, answer["faults"][len(FIT) :], strict=True):
        assert word in fault.lower(), ascii(name)
    assert answer["cleaned"] == [*RAW.values()]


ISOLATING = """
await speak("en");
const { _, isolated, list } = await import("./base/i18n.js");
const [name] = asked;
respond({
  twice: isolated(isolated(name)),
  pays: _("{name} pays {to} {amount} Schilling", { name, to: name, amount: 102 }),
  list: list(asked),
  amounts: list(asked.map((one) => `${isolated(one)} +102`)),
});
"""

OPEN, SHUT = "\u2068", "\u2069"


def test_a_name_from_right_to_left_moves_no_number(scripts: Scripts) -> None:
    """Marks isolate it where no letter does; names from left to right stay as they are."""
    hebrew, arabic = "דוד", "12محمد"
    answer = scripts.run(ISOLATING, [hebrew, "Lois", f"\u202e{arabic}", "Vroni\u202e"])
    marked = [f"{OPEN}{hebrew}{SHUT}", "Lois", f"{OPEN}{arabic}{SHUT}", f"{OPEN}Vroni{SHUT}"]
    assert answer["twice"] == marked[0]
    assert answer["pays"] == f"{hebrew} pays {marked[0]} 102 Schilling"
    assert answer["list"] == f"{marked[0]}, Lois, {marked[2]}, and {marked[3]}"
    assert answer["amounts"].startswith(f"{marked[0]} +102, Lois +102, ")


DIVIDING = """
const { divisible } = await import("./base/names.js");
respond(asked.map(divisible));
"""


def test_long_words_of_a_name_are_divided_between_syllables(scripts: Scripts) -> None:
    divided = [
        *("Wolf-gang Ama-deus Mozart", "Bar-tho-lo-mäus Schnei-der-bauer", "Chris-to-pher"),
        *("Do-nau-dampf-schiff-fahrts-ka-pi-tä-ne", "Vroni", "W" * 30, "長宗我部弥三郎右衛門"),
    ]
    answer = scripts.run(DIVIDING, [name.replace("-", "") for name in divided])
    assert [name.replace("\u00ad", "-") for name in answer] == divided


FITTING = """
const { fitting } = await import("./base/names.js");
respond(asked.map(([text, most]) => fitting(text, most)));
"""


def test_a_name_is_cut_between_letters_as_people_see_them_and_as_the_server_counts(
    scripts: Scripts,
) -> None:
    family = "👨\u200d👩\u200d👧\u200d👦"
    cut = {
        ("abc", 2): "ab",
        ("a\u0308a\u0308", 3): "a\u0308",
        (family * 5, 30): family * 4,
        ("😀" * 40, LONGEST_NAME): "😀" * LONGEST_NAME,
        ("🇦🇹🇩🇪", 3): "🇦🇹",
    }
    assert scripts.run(FITTING, [*cut]) == [*cut.values()]
