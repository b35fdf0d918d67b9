from __future__ import annotations

import re
from collections.abc import Iterator
from gettext import NullTranslations
from random import Random

import pytest
from rich.console import Console
from rich.text import Text

from dobbm.game.cards import CARDS, NAMES, CardSet, parse_cards, shuffled, split
from dobbm.game.deal import Deal
from dobbm.game.rules import Rules
from dobbm.game.view import View
from dobbm.terminal.announcements import deal_lines, own_side, tricks_taken
from dobbm.terminal.board import HEIGHT, WIDTH, drawn_table, plain_table
from dobbm.terminal.faces import Faces
from dobbm.terminal.reference import help_page, tricks_page
from dobbm.terminal.wording import LONGEST_NAME, Voice, seat_names
from dobbm.text.translations import translator
from drawing import lying, open_deal, said
from tiers import sample_size

DRAWN_WIDTH = WIDTH - 2
"""Width between the margins of a screen."""

SEEDS = range(sample_size(8, long=25))
CARD = re.compile(r"[HLAB][6-9UOKTS]")


def voice(players: int, language: str = "en", name: str = "You") -> Voice:
    return Voice(seat_names(name, players), Faces(letters=True), translator(language))


def states(players: int, seed: int) -> Iterator[Deal]:
    """Yield a random deal after every step; some have penalties, Solos and doublings."""
    rng = Random(seed)
    rules = Rules(max_doublings=seed % 5)
    deal = Deal.start(shuffled(rng), dealer=seed % players, players=players, rules=rules)
    yield deal
    while legal := deal.legal_actions():
        deal = deal.apply(rng.choice([word for word in legal if word != "weiter"] or legal))
        yield deal


def cards_in(lines: list[Text]) -> CardSet:
    """Return the cards that a person can read there, except the Weli, whose name is drawn too."""
    return sum({CARDS[name] for line in lines for name in CARD.findall(line.plain)})


def plain(lines: list[Text]) -> str:
    return "\n".join(line.plain for line in lines)


@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_screen_shows_no_hidden_card(players: int, seed: int) -> None:
    for deal in states(players, seed):
        view = View.of(deal, 0)
        dobb = (view.dobb or 0) if deal.phase == "exchange" else 0
        for collected in (True, False):
            trick = view.tricks[-1] if view.tricks else None
            lies_open = trick is not None and not (trick.complete and collected)
            on_table = sum(trick.cards) if trick and lies_open else 0
            screen = drawn_table(view, voice(players), "Dobbm", DRAWN_WIDTH, collected=collected)
            assert cards_in(screen) == view.hand | on_table | dobb


@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_lines_name_no_card_before_it_is_played(players: int, seed: int) -> None:
    for deal in states(players, seed):
        view = View.of(deal, 0)
        played = sum(CARDS[action] for action in view.actions if action in CARDS)
        lines = [*deal_lines(view, voice(players)), *plain_table(view, voice(players))]
        assert not cards_in(lines) & ~(view.hand | played | (view.dobb or 0))


@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_printed_line_never_changes(players: int, seed: int) -> None:
    before: list[str] = []
    for deal in states(players, seed):
        lines = [line.plain for line in deal_lines(View.of(deal, 0), voice(players))]
        assert lines[: len(before)] == before
        before = lines


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("players", [4, 5])
def test_only_the_tricks_of_ones_own_side_can_be_reviewed(players: int, seed: int) -> None:
    for deal in states(players, seed):
        view = View.of(deal, 0)
        page = tricks_page(view, voice(players))
        taken = tricks_taken(view, *own_side(view))
        own = sum(sum(trick.cards) for trick in taken)
        assert cards_in(page) == own | (view.discards or 0)


@pytest.mark.parametrize("seat", range(4))
def test_a_trick_that_ends_in_a_revoke_belongs_to_nobody(seat: int) -> None:
    deal = said(lying("solo", rules=Rules(revokes="penalised")), "HS H9 H7 AO")
    assert deal.offender == 3
    view = View.of(deal, seat)
    assert tricks_taken(view, 0, 1, 2, 3) == []
    assert not cards_in(tricks_page(view, voice(4)))
    assert "Trick 1" not in plain([*deal_lines(view, voice(4))])


@pytest.mark.parametrize("language", ["en", "de", "ja"])
@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.parametrize("seed", range(5))
def test_the_table_fits_on_a_terminal_of_80_by_24(players: int, seed: int, language: str) -> None:
    longest = "W" * LONGEST_NAME
    for deal in states(players, seed):
        view = View.of(deal, 0)
        screen = drawn_table(view, voice(players, language, longest), "Dobbm", DRAWN_WIDTH)
        assert [line.plain for line in screen if line.cell_len > DRAWN_WIDTH] == []
        # Two lines are left for a refusal, and one for the prompt.
        assert len(screen) <= HEIGHT - 3


def test_legal_cards_are_raised_and_numbered_the_others_in_brackets() -> None:
    deal = said(Deal.start(open_deal().setup.deck, dealer=0), "solo gut gut gut A6 A9 AT")
    # The person, seat 0, holds ♥O6 ♠U6 ♣KO8 ♦U and must follow.
    view = View.of(deal, 0)
    assert view.to_act == 0
    lines = plain(drawn_table(view, voice(4), "Dobbm", DRAWN_WIDTH)).splitlines()
    raised = next(line for line in lines if "AK" in line and "AO" in line)
    assert "A8" in raised
    assert "HO" not in raised
    numbers = next(line for line in lines if "(1)" in line)
    assert re.findall(r"\(\d\)", numbers) == ["(1)", "(2)", "(3)", "(4)", "(5)"]
    [hand] = [line for line in plain_table(view, voice(4)) if "hand" in line.plain]
    assert hand.plain == "Your hand: 1:HO  2:H6  3:LU  4:L6  5:BU  6:AK* 7:AO* 8:A8*"


def test_the_winning_card_has_a_heavy_frame() -> None:
    deal = said(lying(), "A6 A9 AT")
    lines = plain(drawn_table(View.of(deal, 0), voice(4), "Dobbm", DRAWN_WIDTH)).splitlines()
    [heavy] = [line for line in lines if "┃" in line and CARD.search(line)]
    assert re.findall(r"┃ (..) ┃", heavy) == ["AT"]


@pytest.mark.parametrize(
    ("words", "heading", "words_shown"),
    [
        ("gut gut gut", "You: Dobbm", '"gut"'),
        ("gut schwacher gut", "You: Dobbm × 2", '"gut" "an Schwochn"'),
        ("schwacher retour gut gut gut", "You: Dobbm × 2 × 2", '"an Schwochn"'),
    ],
)
def test_the_table_shows_the_contract_and_what_was_said(
    words: str, heading: str, words_shown: str
) -> None:
    screen = plain(drawn_table(View.of(lying(words=words), 0), voice(4), "Dobbm", DRAWN_WIDTH))
    assert screen.splitlines()[0].rstrip().endswith(heading)
    assert '"i dob" "i lig"' in screen
    assert '"spiel zu"' in screen
    assert all(word in screen for word in words_shown.split('" "'))


def test_a_dealer_on_holiday_has_no_hand() -> None:
    deal = Deal.start(open_deal().setup.deck, dealer=0, players=5)
    screen = plain(drawn_table(View.of(deal, 0), voice(5), "Dobbm", DRAWN_WIDTH))
    assert "You are on holiday in this deal (er feiert)." in screen
    assert "dealer, on holiday" in screen


def test_the_words_are_tyrolean_and_glossed() -> None:
    deal = lying(words="schwacher retour gut gut gut")
    lines = [line.plain for line in deal_lines(View.of(deal, 0), voice(4))]
    assert lines == [
        "Dealer: Hias",
        'You: "i dob" (bids a Dobbm)',
        'Lois: "spiel zu" (accepts the Dobbm)',
        'Vroni: "spiel zu" (accepts the Dobbm)',
        'Hias: "spiel zu" (accepts the Dobbm)',
        "In the Dobb: B7 B6 AU A7 (2 points)",
        'You: "i lig" (four cards discarded)',
        'Lois: "an Schwochn" (Schwacher: doubles)',
        'You: "retour" (doubles again)',
        'Lois: "gut" (does not double)',
        'Vroni: "gut" (does not double)',
        'Hias: "gut" (does not double)',
    ]


def test_the_tricks_of_ones_own_side_with_the_discards() -> None:
    deal = said(lying(), "HS H9 H7 H6 A6 A9 AT A8")
    assert [line.plain for line in tricks_page(View.of(deal, 0), voice(4))] == [
        "1  You HS* Lois H9  Vroni H7  Hias H6  (11 points)",
        "Your side's tricks: 1 (11 points)",
        "Your discards: B7 B6 AU A7 (2 points)",
    ]


def test_symbols_and_letters_show_the_same_cards() -> None:
    view = View.of(lying(), 0)
    symbols = Voice(seat_names("You", 4), Faces(), NullTranslations())
    for line, other in zip(plain_table(view, symbols), plain_table(view, voice(4)), strict=True):
        assert line.plain.translate(str.maketrans("♥♠♣♦", "HLAB")) == other.plain
    assert {NAMES[card] for card in split(view.hand)} <= set(CARD.findall(other.plain))
    assert parse_cards("HS") & view.hand


@pytest.mark.parametrize(
    ("language", "letters", "suits"),
    [
        ("en", False, "H ♥ hearts · L ♠ leaves · A ♣ acorns · B ♦ bells"),
        ("de", False, "H ♥ Herz · L ♠ Laub · A ♣ Eichel · B ♦ Schelle"),
        ("ja", True, "H ハート · L 葉 · A どんぐり · B ベル"),
    ],
)
def test_the_help_names_the_suits_as_they_look(language: str, letters: bool, suits: str) -> None:
    spoken = voice(4, language)._replace(faces=Faces(letters=letters))
    console = Console(width=DRAWN_WIDTH, color_system=None)
    with console.capture() as captured:
        console.print(help_page(spoken))
    lines = captured.get().splitlines()
    assert [line for line in lines if suits in line]
    assert len(lines) <= HEIGHT - 4
    assert ("♥" in captured.get()) != letters


@pytest.mark.parametrize(
    ("language", "words"), [("en", '"i dob"'), ("de", "„i dob“"), ("ja", "「i dob」")]
)
def test_spoken_words_have_the_quotation_marks_of_the_language(language: str, words: str) -> None:
    view = View.of(open_deal().apply("dobbm"), 1)
    spoken = voice(4, language)
    assert words in "".join(line.plain for line in deal_lines(view, spoken))
    assert words in "".join(line.plain for line in drawn_table(view, spoken, "", DRAWN_WIDTH))
