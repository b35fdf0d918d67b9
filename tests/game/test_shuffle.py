"""The verifiable shuffle (docs/shuffle.md).

The quick tier counts twenty thousand decks, the long tier a million.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import NormalDist
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dobbm import DobbmError
from dobbm.game.cards import DECK, NAMES
from dobbm.game.errors import ShuffleError
from dobbm.game.shuffle import (
    Contribution,
    Cut,
    Proof,
    commitment,
    cutter,
    verify,
    verify_contribution,
    verify_cut,
)
from drawing import open_deal
from proofs import SECRET, drawn_proof, drawn_record, proof_of, proved
from strategies import mutated
from tables import record_of
from tiers import sample_size

DECKS = sample_size(20_000, long=1_000_000)

VECTORS = json.loads(Path(__file__).with_name("shuffle_vectors.json").read_text())


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_frozen_shuffles(vector: dict[str, Any]) -> None:
    """These decks never change, so that every deal can be checked for ever."""
    proof = Proof.from_json(vector["proof"])
    assert proof.seed.hex() == vector["seed"]
    assert [NAMES[card] for card in proof.deck()] == vector["deck"].split()


@given(st.randoms())
def test_a_proof_is_read_as_it_is_written(rng: Random) -> None:
    proof = drawn_proof(rng, dealer=rng.randrange(5), players=5)
    assert Proof.from_json(json.loads(json.dumps(proof.to_json()))) == proof


@given(st.randoms())
def test_a_record_with_the_deck_of_its_proof_is_verified(rng: Random) -> None:
    record = drawn_record(rng)
    assert verify(record).to_json() == record["meta"]["shuffle"]


def test_a_deck_has_all_cards_of_the_pack() -> None:
    assert sorted(proof_of("5eed").deck()) == sorted(DECK)


def test_every_input_changes_the_deck() -> None:
    proofs = [
        proof_of(),
        proof_of("00"),
        proof_of("0000"),
        proof_of("00", "00"),
        proof_of("00", table="sellrain"),
        proof_of("00", deal=2),
        proof_of("00", secret="00" * 32),
        proof_of("00", left_out=(2,)),
        proof_of("00", cut=Cut(seat=2, at=1)),
    ]
    assert len({proof.deck() for proof in proofs}) == len(proofs)


def test_a_contribution_counts_for_its_seat() -> None:
    proof = proof_of("5eed")
    moved = proof._replace(contributions=(Contribution(1, "5eed"),))
    assert moved.deck() != proof.deck()


def test_the_cut_lifts_cards_off_the_top() -> None:
    uncut, cut = proof_of("5eed").deck(), proof_of("5eed", cut=Cut(seat=2, at=5)).deck()
    assert cut == (*uncut[5:], *uncut[:5])


def test_the_commitment_is_the_hash_of_the_bytes() -> None:
    # The SHA-256 of 32 zero bytes, computed by another tool.
    zeros = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    assert commitment("00" * 32) == zeros


@pytest.mark.parametrize(
    ("dealer", "players", "right"), [(3, 4, 2), (0, 4, 3), (0, 5, 4), (4, 5, 3)]
)
def test_the_seat_on_the_dealers_right_cuts(dealer: int, players: int, right: int) -> None:
    assert cutter(dealer, players) == right


@pytest.mark.parametrize("value", ["00", "5eed", "ff" * 64])
def test_a_valid_contribution(value: str) -> None:
    assert verify_contribution(value) == value


@pytest.mark.parametrize(
    "value", ["", "0", "5EED", "5e ed", "0x00", "00\n", "ff" * 65, "\u0660\u0660", 0, None, ["00"]]
)
def test_an_invalid_contribution(value: Any) -> None:
    with pytest.raises(ShuffleError, match="^a contribution must be 2 to 128 lower-case hex"):
        verify_contribution(value)


def test_valid_cuts() -> None:
    assert [verify_cut(at) for at in range(1, 36)] == list(range(1, 36))


@pytest.mark.parametrize("at", [0, 36, -1, True, 1.0, "1", None])
def test_an_invalid_cut(at: Any) -> None:
    with pytest.raises(ShuffleError, match="^a cut must be a whole number from 1 to 35, not "):
        verify_cut(at)


# Uniformity of the decks


def counts_of_places(decks: int, cut: Callable[[Random], Cut | None]) -> list[list[int]]:
    """How often each place of a deck had each card, in this many decks."""
    rng = Random(1)
    column = {card: index for index, card in enumerate(DECK)}
    counts = [[0] * len(DECK) for _ in DECK]
    for number in range(decks):
        proof = proof_of(rng.randbytes(16).hex(), secret=rng.randbytes(32).hex(), cut=cut(rng))
        for row, card in zip(counts, proof._replace(deal=number + 1).deck(), strict=True):
            row[column[card]] += 1
    return counts


def chi_square(counts: list[list[int]]) -> float:
    """The deviation from even counts; for fair decks chi-square with 35 x 35 degrees of freedom.

    Every place has one card and every card one place, so all rows and columns of the matrix have
    fixed sums. The counts vary in the other 35 x 35 directions, in each with the variance
    decks / 35; hence the factor 35 where a table of independent counts would have 36.
    """
    decks = sum(counts[0])
    even = decks / 36
    return sum((count - even) ** 2 for row in counts for count in row) * 35 / decks


def chi_square_quantile(degrees: int, probability: float) -> float:
    """Wilson and Hilferty's approximation, exact to five digits for this many degrees."""
    spread = 2 / (9 * degrees)
    return float(degrees * (1 - spread + NormalDist().inv_cdf(probability) * spread**0.5) ** 3)


@pytest.mark.parametrize(
    "cut",
    [lambda _: None, lambda rng: Cut(2, rng.randint(1, 35)), lambda _: Cut(2, 17)],
    ids=["uncut", "cut anywhere", "cut in one place"],
)
def test_every_card_is_in_every_place_equally_often(cut: Callable[[Random], Cut | None]) -> None:
    found = chi_square(counts_of_places(DECKS, cut))
    least, most = (chi_square_quantile(35 * 35, tail) for tail in (0.0005, 0.9995))
    assert least < found < most


# Forged and invalid proofs


@given(st.randoms(), st.data())
def test_no_field_of_a_proof_can_be_changed(rng: Random, data: st.DataObject) -> None:
    record = drawn_record(rng)
    proof = record["meta"]["shuffle"]
    changed = data.draw(mutated(proof))
    assume(json.dumps(changed, sort_keys=True) != json.dumps(proof, sort_keys=True))
    with pytest.raises(ShuffleError):
        verify({**record, "meta": {"shuffle": changed}})


@given(st.randoms(), st.data())
def test_no_digit_or_letter_of_a_proof_can_be_changed(rng: Random, data: st.DataObject) -> None:
    """The changed texts and numbers are well-formed, too."""
    record = drawn_record(rng)
    text = json.dumps(record["meta"]["shuffle"])
    place = data.draw(
        st.sampled_from([match.start() for match in re.finditer("[0-9a-zA-Z]", text)])
    )
    kind = "0123456789" if text[place].isdigit() else "abcdefABCDEFxyz"
    letter = data.draw(st.sampled_from([other for other in kind if other != text[place]]))
    changed = text[:place] + letter + text[place + 1 :]
    try:
        proof = json.loads(changed)
    except json.JSONDecodeError:
        return  # a number with a leading zero, or a misspelt "null"
    with pytest.raises(ShuffleError):
        verify({**record, "meta": {"shuffle": proof}})


@given(st.randoms(), st.data())
def test_no_two_cards_of_the_deck_can_be_swapped(rng: Random, data: st.DataObject) -> None:
    record = drawn_record(rng)
    places = st.lists(st.integers(0, 35), min_size=2, max_size=2, unique=True)
    one, other = data.draw(places)
    deck = record["deck"]
    deck[one], deck[other] = deck[other], deck[one]
    with pytest.raises(ShuffleError, match=f"its card {min(one, other)} is "):
        verify(record)


def test_the_deck_of_another_deal() -> None:
    record = {**proved(proof_of("00")), "deck": proved(proof_of("01"))["deck"]}
    with pytest.raises(
        ShuffleError, match="^the proof yields a different deck: its card 1 is B6, not HO$"
    ):
        verify(record)


def test_a_secret_chosen_after_the_commitment() -> None:
    """The deck follows from the secret, but the commitment was to another one."""
    proof = proof_of("00", secret="11" * 32)._replace(commitment=commitment(SECRET))
    with pytest.raises(ShuffleError, match="^the secret does not match the commitment$"):
        verify(proved(proof))


@pytest.mark.parametrize(
    ("proof", "complaint"),
    [
        (proof_of("00", cut=Cut(1, 5)), "only seat 2, on the dealer's right, may cut, not seat 1"),
        (proof_of("00", left_out=(0,)), "seat 0 cannot both contribute and be left out"),
        (
            proof_of("00", left_out=(2, 2)),
            '"left_out" must be in seat order, each seat at most once',
        ),
        (proof_of("00", left_out=(4,)), "there is no seat 4 at a table of 4"),
        (proof_of(*["00"] * 5), "there is no seat 4 at a table of 4"),
        (
            proof_of()._replace(contributions=(Contribution(1, "00"), Contribution(0, "00"))),
            '"contributions" must be in seat order, each seat at most once',
        ),
        (
            proof_of()._replace(contributions=(Contribution(1, "00"), Contribution(1, "01"))),
            '"contributions" must be in seat order, each seat at most once',
        ),
    ],
)
def test_impossible_seats(proof: Proof, complaint: str) -> None:
    """The deck follows from the proof, but such a proof is worth nothing."""
    with pytest.raises(ShuffleError, match=f"^{re.escape(complaint)}$"):
        verify(proved(proof))


@pytest.mark.parametrize("meta", [..., {}, {"shuffle": None}, {"table": "Stubai"}])
def test_a_record_without_a_proof(meta: Any) -> None:
    with pytest.raises(ShuffleError, match="^this record has no proof of its shuffle"):
        verify(record_of(open_deal(), meta=meta))


def test_an_invalid_record() -> None:
    record = proved(proof_of("00"))
    with pytest.raises(DobbmError, match='^"players" must be 4 or 5, not 3$'):
        verify({**record, "players": 3})


@pytest.mark.parametrize(
    ("field", "value", "complaint"),
    [
        ("algorithm", 2, "this program checks algorithm 1, not 2"),
        ("algorithm", True, "this program checks algorithm 1, not true"),
        ("table", "", "\"table\" must be 1 to 64 letters, digits, - or _, not ''"),
        ("table", "a\nb", '"table" must be 1 to 64 letters'),
        ("table", "x" * 65, '"table" must be 1 to 64 letters'),
        ("deal", 0, '"deal" must be a whole number from 1 to 1000000000, not 0'),
        ("deal", 1.0, '"deal" must be a whole number'),
        ("commitment", "00", "\"commitment\" must be 64 lower-case hexadecimal digits, not '00'"),
        ("secret", "A" * 64, '"secret" must be 64 lower-case hexadecimal digits'),
        ("contributions", {}, '"contributions" must be a list, not an object'),
        ("contributions", ["00"], "\"contributions[0]\" must be an object, not '00'"),
        ("contributions", [{"seat": 0}], 'the field "value" of "contributions[0]" is missing'),
        ("contributions", [{"seat": 5, "value": "00"}], '"contributions[0].seat" must be a whole'),
        ("contributions", [{"seat": 0, "value": "0"}], '"contributions[0].value" must be 2 to'),
        ("cut", 5, '"cut" must be an object, not 5'),
        ("cut", {"seat": 2, "at": 36}, '"cut.at" must be a whole number from 1 to 35, not 36'),
        ("cut", {"seat": -1, "at": 1}, '"cut.seat" must be a whole number from 0 to 4, not -1'),
        ("cut", {"seat": 2, "at": 1, "by": 0}, "unknown field 'by' in \"cut\""),
        ("left_out", None, '"left_out" must be a list, not null'),
        ("left_out", [True], '"left_out[0]" must be a whole number from 0 to 4, not true'),
        ("hash", "sha256", "unknown field 'hash' in a proof"),
    ],
)
def test_an_error_names_the_field(field: str, value: Any, complaint: str) -> None:
    proof = {**proof_of("00").to_json(), field: value}
    with pytest.raises(ShuffleError, match=f"^{re.escape(complaint)}"):
        Proof.from_json(proof)


@pytest.mark.parametrize("field", proof_of().to_json())
def test_no_field_may_be_missing(field: str) -> None:
    proof = proof_of("00").to_json()
    del proof[field]
    with pytest.raises(ShuffleError):
        Proof.from_json(proof)
