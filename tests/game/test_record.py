from __future__ import annotations

import json
import re
from typing import Any

import pytest

from dobbm import Deal, DobbmError, Rules, from_record, to_record
from dobbm.game.errors import RecordError
from dobbm.game.json_text import DEEPEST, parse_line
from dobbm.game.record import Record, to_error
from drawing import finished, laid, lying, open_deal, said
from naive import replay
from tables import TAKEN_UP, in_every_phase, record_of, result_of

PHASES = in_every_phase()
DECK = to_record(open_deal())["deck"]

RESULT = """
    phase declarer contract doublings points tricks outcome payments next_dealer to_act legal
"""
"""The fields of a result (docs/records.md)."""


def refused(line: bytes) -> tuple[str, int | None]:
    """The code of the error in a line and the index of its action; both engines must agree."""
    with pytest.raises(DobbmError) as raised:
        from_record(parse_line(line))
    error = to_error(raised.value)["error"]
    assert replay(line) == {"error": {"code": error["code"], "action": error["action"]}}
    return error["code"], error["action"]


def refused_record(deal: Deal | None = None, /, **changes: Any) -> tuple[str, int | None]:
    """The code and the index of the error in the record of a deal with these changes."""
    return refused(json.dumps(record_of(deal or open_deal(), **changes)).encode())


def with_raw(field: str, value: bytes) -> bytes:
    """The line of a record in which a field has a value that ``json.dumps`` would not write."""
    line = json.dumps(record_of(open_deal(), **{field: "HERE"})).encode()
    return line.replace(b'"HERE"', value)


# Round trips


def deals_of_every_kind() -> list[Deal]:
    """Deals in every phase, with every outcome."""
    penalised = Rules.of("wikipedia", revokes="penalised", max_doublings=4)
    return [
        *PHASES.values(),
        finished(72, "solo", "schwacher gut", players=5),
        finished(60, rules=Rules.of("akagiri", match=12)),
        said(lying(rules=penalised), "HS LK"),
        said(open_deal(must=True), "solo gut"),
    ]


@pytest.mark.parametrize(
    "deal", deals_of_every_kind(), ids=lambda deal: f"{deal.phase} {len(deal.actions)}"
)
def test_a_deal_is_read_as_it_was_written(deal: Deal) -> None:
    record = to_record(deal)
    again = from_record(parse_line(json.dumps(record)))
    assert again == deal
    assert to_record(again) == record


def test_fields_that_may_be_missing() -> None:
    shortest = {"dealer": 3, "deck": DECK, "actions": []}
    assert from_record(shortest) == open_deal()
    assert to_record(from_record(shortest)) == {
        "rules": {"preset": "pagat"},
        "players": 4,
        "dealer": 3,
        "must": False,
        "deck": DECK,
        "actions": [],
    }


def test_only_options_that_differ_are_written() -> None:
    given: Record = {
        "rules": {"preset": "wikipedia", "match": 12, "unit": 5, "max_doublings": None},
        "dealer": 3,
        "deck": DECK,
        "actions": [],
    }
    assert to_record(from_record(given))["rules"] == {"preset": "wikipedia", "unit": 5}


def test_reading_leaves_the_record_unchanged() -> None:
    record = record_of(open_deal(), rules={"preset": "akagiri", "match": 12}, actions=["solo"])
    before = json.dumps(record)
    from_record(record)
    assert json.dumps(record) == before


def test_meta_may_be_anything() -> None:
    record = record_of(lying(), meta={"names": ["Änn", "☃", "\ud800"], "proof": {"n": [None, 1.5]}})
    assert from_record(record) == lying()


def test_a_line_may_be_text_or_bytes() -> None:
    line = json.dumps(record_of(lying()))
    assert parse_line(line) == parse_line(line.encode()) == parse_line(f" \t{line}\r\n")


# Results


@pytest.mark.parametrize(
    ("phase", "result"),
    [
        ("bidding", {"declarer": None, "contract": None, "to_act": 2, "legal": ["solo", "weiter"]}),
        ("exchange", {"declarer": 0, "contract": "dobbm", "to_act": 0, "legal": None}),
        ("doubling", {"doublings": 1, "to_act": 0, "legal": ["gut", "retour"]}),
        ("play", {"doublings": 1, "to_act": 2, "legal": ["H7", "HK"], "payments": None}),
        ("done", {"outcome": "thrown_in", "payments": [0, 0, 0, 0], "next_dealer": 3}),
    ],
)
def test_the_result_in_every_phase(phase: str, result: dict[str, Any]) -> None:
    assert result_of(record_of(PHASES[phase])).items() >= {"phase": phase, **result}.items()


@pytest.mark.parametrize(
    "deal", deals_of_every_kind(), ids=lambda deal: f"{deal.phase} {len(deal.actions)}"
)
def test_results_against_the_second_engine(deal: Deal) -> None:
    record = record_of(deal)
    result = result_of(record)
    assert list(result) == RESULT.split()
    assert result == replay(json.dumps(record).encode())


def test_the_result_of_a_deal_that_is_done() -> None:
    record = record_of(finished(72, "dobbm", "gut schwacher gut", rules=Rules(match=12)))
    result = result_of(record)
    assert result.pop("tricks") > 0
    assert result == {
        "phase": "done",
        "declarer": 0,
        "contract": "dobbm",
        "doublings": 1,
        "points": 72,
        "outcome": "won",
        "payments": [18, -6, -6, -6],
        "next_dealer": 0,
        "to_act": None,
        "legal": [],
    }


def test_thousands_of_retours() -> None:
    retours = 5001  # an odd number, after which the defenders are asked
    deal = lying(words="schwacher" + retours * " retour" + " gut gut gut")
    assert result_of(record_of(deal))["doublings"] == retours + 1
    deal = finished(72, words="schwacher" + retours * " retour" + " gut gut gut")
    assert result_of(record_of(deal))["payments"][0] == 36 * 2 ** (retours + 1)


# The error json


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"4",
        b'"HS"',
        b"{} {}",
        b"{},",
        b"{'dealer': 0}",
        b"\xef\xbb\xbf{}",  # a byte order mark
        b"\xff{}",
        '{"dealer": 0}'.encode("utf-16"),
        b'{"dealer": 0}\x00',
        b"\x0c{}",  # only four characters are white space in JSON
        b"[" * 100_000,
        b'{"meta": ' * 100_000 + b"{}" + b"}" * 100_000,
    ],
    ids=lambda line: repr(line[:20]),
)
def test_a_line_that_is_not_json(line: bytes) -> None:
    assert refused(line) == ("json", None)


@pytest.mark.parametrize(
    "value",
    [
        b"NaN",
        b"Infinity",
        b"-Infinity",
        b"00",
        b"+1",
        b".5",
        b"1.",
        b"0x1",
        b"True",
        b'"\t"',
        b'"\xc4"',
        b'"\xed\xa0\x80"',  # a lone surrogate, which UTF-8 excludes
        b"[" * 100_000 + b"]" * 100_000,
    ],
    ids=lambda value: repr(value[:20]),
)
@pytest.mark.parametrize("field", ["meta", "dealer"])
def test_a_value_that_is_not_json(field: str, value: bytes) -> None:
    assert refused(with_raw(field, value)) == ("json", None)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("weiter", "^this is not JSON: expecting value at character 1$"),
        ("[]", "expected a JSON object, not a list"),
        ("[" * 100_000 + "]" * 100_000, "the JSON is nested too deeply to read"),
        ('{"dealer": -Infinity}', "^this is not JSON: it has no number -Infinity$"),
        ('{"a": "b', "^this is not JSON: unterminated string starting at character 7$"),
        (b'{"\xff": 1}', "^this is not JSON: byte 3 is not part of a character in UTF-8$"),
    ],
    ids=["no JSON", "no object", "too deep", "no number", "no end", "no UTF-8"],
)
def test_the_message_says_why_a_line_is_not_json(line: bytes | str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        parse_line(line)


@pytest.mark.parametrize("opening", ["[", '{"a":', '{"]": "]\\"]", "a": ', '["[", '])
def test_the_same_depth_can_be_read_in_every_version_of_python(opening: str) -> None:
    def nested(depth: int) -> str:
        closing = "]" if opening.startswith("[") else "}"
        return '{"meta": ' + opening * depth + "0" + closing * depth + "}"

    assert refused(nested(DEEPEST - 1).encode())[0] == "record"  # a meta alone is no record
    assert refused(nested(DEEPEST).encode()) == ("json", None)
    assert parse_line('{"meta": [' + "[], " * DEEPEST + '"' + "[" * DEEPEST + '"]}')


ODD_NUMBERS = [b"1e999", b"-1e999", b"9" * 5000, b"-" + b"9" * 20_000, b"-0.0", b"1E0", b"4.0"]


@pytest.mark.parametrize("value", ODD_NUMBERS, ids=lambda value: repr(value[:20]))
def test_odd_numbers_are_json_nevertheless(value: bytes) -> None:
    assert refused(with_raw("dealer", value)) == ("record", None)
    assert refused(with_raw("rules", b'{"match": ' + value + b"}")) == ("rules", None)
    assert refused(with_raw("deck", b"[" + value + b"]")) == ("deck", None)
    assert refused(with_raw("actions", b'["weiter", ' + value + b"]")) == ("action", 1)
    line = with_raw("meta", b'{"odd": ' + value + b"}")
    assert from_record(parse_line(line)) == open_deal()
    assert json.dumps(parse_line(line), allow_nan=False)  # still JSON when written


def test_minus_zero_is_a_seat() -> None:
    assert from_record(parse_line(with_raw("dealer", b"-0"))).setup.dealer == 0


@pytest.mark.parametrize(
    ("line", "key"),
    [
        (with_raw("dealer", b'9, "dealer": 3'), "dealer"),
        (with_raw("dealer", b'3, "dealer": 3'), "dealer"),
        (with_raw("rules", b'{"match": 60, "match": 120}'), "match"),
        (with_raw("meta", b'{"odd": [{"a": 1, "b": 2, "\\u0061": 3}]}'), "a"),
    ],
    ids=["field", "equal values", "rules", "nested and escaped"],
)
def test_a_repeated_key_is_refused_by_name(line: bytes, key: str) -> None:
    with pytest.raises(RecordError, match=f"^the key '{key}' appears twice in one object$"):
        parse_line(line)
    assert refused(line) == ("json", None)


def test_escapes_are_read() -> None:
    line = (
        json.dumps(record_of(lying())).replace('"H', '"\\u0048').replace("weiter", "w\\u0065iter")
    )
    assert from_record(parse_line(line)) == lying()


# The error record


@pytest.mark.parametrize("field", ["dealer", "deck", "actions"])
def test_a_missing_field(field: str) -> None:
    assert refused_record(**{field: ...}) == ("record", None)
    with pytest.raises(RecordError, match=f'^the field "{field}" of a record is missing$'):
        from_record(record_of(open_deal(), **{field: ...}))


@pytest.mark.parametrize("field", ["Dealer", "comment", "", "seed", "\ud800"])
def test_an_unknown_field(field: str) -> None:
    assert refused_record(**{field: 1}) == ("record", None)


@pytest.mark.parametrize(
    ("field", "kind", "wrong"),
    [
        ("rules", "an object", [None, [], "pagat", 1]),
        ("players", "a whole number", [None, 4.0, True, "4", [4]]),
        ("dealer", "a whole number", [None, 1.0, False, "1", [1]]),
        ("must", "true or false", [None, 0, 1, "false", []]),
        ("deck", "a list", [None, {}, "HS HT", 36]),
        ("actions", "a list", [None, {}, "weiter", 0]),
        ("meta", "an object", [None, [], "names", 1]),
    ],
)
def test_a_field_of_the_wrong_type(field: str, kind: str, wrong: list[Any]) -> None:
    for value in wrong:
        assert refused_record(**{field: value}) == ("record", None)
        with pytest.raises(RecordError, match=f'^"{field}" must be {kind}, not '):
            from_record(record_of(open_deal(), **{field: value}))


@pytest.mark.parametrize(
    ("players", "dealer"), [(3, 0), (6, 0), (0, 0), (-4, 0), (4, 4), (4, -1), (5, 5), (5, 2**70)]
)
def test_seats_that_do_not_exist(players: int, dealer: int) -> None:
    assert refused_record(players=players, dealer=dealer) == ("record", None)


@pytest.mark.parametrize("no_record", [None, [], "HS", 4, ("a",)])
def test_a_record_is_an_object(no_record: Any) -> None:
    with pytest.raises(RecordError, match="^a record must be a dict, not "):
        from_record(no_record)


# The errors rules and deck


@pytest.mark.parametrize(
    "rules",
    [
        {"preset": "tarock"},
        {"preset": None},
        {"preset": ["pagat"]},
        {"preset": {}},
        {"target": 70},
        {"": 1},
        {"match": 0},
        {"match": 12.0},
        {"match": True},
        {"match": None},
        {"unit": 10**9 + 1},
        {"sow_companion": "none"},
        {"doubling_from": ["dealer"]},
        {"revokes": {}},
        {"max_doublings": -1},
        {"max_doublings": False},
        {"self": 1},
        {"cls": 1},
    ],
    ids=str,
)
def test_invalid_rules(rules: dict[str, Any]) -> None:
    assert refused_record(rules=rules) == ("rules", None)


@pytest.mark.parametrize(
    "deck",
    [
        [],
        DECK[:-1],
        [*DECK, "HS"],
        [*DECK[:-1], DECK[0]],
        [*DECK[:-1], "hs"],
        [*DECK[:-1], None],
        [*DECK[:-1], 1],
        [*DECK[:-1], ["B6"]],
        [*DECK[:-1], {}],
        [DECK],
        [" ".join(DECK)],
    ],
    ids=lambda deck: f"{len(deck)} cards",
)
def test_a_deck_that_is_not_the_36_cards(deck: list[Any]) -> None:
    assert refused_record(deck=deck) == ("deck", None)


# The errors of actions


@pytest.mark.parametrize(
    ("deal", "action", "code"),
    [
        ("bidding", "pass", "action"),
        ("bidding", None, "action"),
        ("bidding", "gut", "phase"),
        ("bidding", "HS", "phase"),
        ("bidding", "dobbm", "illegal"),
        ("exchange", "HS HS A6 A7", "action"),
        ("exchange", "gut", "phase"),
        ("exchange", "HK A6 A7 B6", "held"),
        ("exchange", "HK", "held"),  # a single card is a discard, too, of the wrong number
        ("exchange", "HS", "illegal"),
        ("exchange", "HS A6 A7 B6", "illegal"),
        ("exchange", "HT A6 A7 B6 B7", "illegal"),
        ("doubling", "Gut", "action"),
        ("doubling", "weiter", "phase"),
        ("doubling", "HS", "phase"),
        ("doubling", "schwacher", "illegal"),
        ("play", "hk", "action"),
        ("play", "gut", "phase"),
        ("play", "HK H7", "phase"),
        ("play", "HS", "held"),
        ("play", "AT", "illegal"),
        ("done", "pass", "action"),
        ("done", "weiter", "phase"),
        ("done", "HS", "phase"),
    ],
)
def test_a_refused_action(deal: str, action: Any, code: str) -> None:
    actions = list(PHASES[deal].actions)
    assert refused_record(PHASES[deal], actions=[*actions, action]) == (code, len(actions))
    # The actions after it do not matter.
    assert refused_record(PHASES[deal], actions=[*actions, action, 7]) == (code, len(actions))


@pytest.mark.parametrize("bids", [[], ["weiter"], ["weiter", "dobbm"]])
def test_the_first_action_at_fault_is_reported(bids: list[str]) -> None:
    assert refused_record(actions=[*bids, "retour", None, "HS"]) == ("phase", len(bids))


@pytest.mark.parametrize("word", ["gut", "schwacher gut"])
def test_an_early_retour_is_illegal_and_not_out_of_phase(word: str) -> None:
    deal = lying(words="gut")
    assert refused_record(actions=[*deal.actions, "retour"]) == ("illegal", 6)
    over = lying(words=f"gut gut {word}")
    assert refused_record(actions=[*over.actions, "retour"]) == ("phase", len(over.actions))


@pytest.mark.parametrize(
    ("actions", "code", "index"),
    [
        ("solo gut gut gut HS LK", None, None),  # a revoke ends the deal
        ("solo gut gut gut HS LK H7", "phase", 6),
        ("solo gut gut gut HS HT", "held", 5),
        ("solo dobbm", "phase", 1),
        ("dobbm dobbm", "illegal", 1),
        ("solo retour", "illegal", 1),
    ],
)
def test_errors_where_revokes_are_penalised(
    actions: str, code: str | None, index: int | None
) -> None:
    changes = {"rules": {"revokes": "penalised"}, "actions": actions.split()}
    if code is None:
        assert result_of(record_of(open_deal(), **changes))["outcome"] == "revoke"
    else:
        assert refused_record(**changes) == (code, index)


# The order of the checks


def test_the_first_of_several_kinds_of_error_is_reported() -> None:
    wrong: dict[str, Any] = {
        "comment": "no such field",
        "rules": {"match": 0},
        "deck": DECK[:-1],
        "actions": ["pass"],
    }
    line = json.dumps(record_of(open_deal(), **wrong)).encode()
    assert refused(line + b"}") == ("json", None)
    codes = []
    for field in list(wrong):
        codes.append(refused_record(**wrong)[0])
        del wrong[field]
    assert codes == ["record", "rules", "deck", "action"]


def test_seats_are_checked_before_rules() -> None:
    assert refused_record(players=6, rules={"match": 0}) == ("record", None)


def test_an_action_is_checked_for_its_kind_then_the_hand_then_the_rules() -> None:
    actions = said(open_deal(), TAKEN_UP).actions
    for action, code in [
        ("HK LS A6 A6", "action"),
        ("HK LS A6", "held"),
        ("LS A6 A7", "illegal"),
    ]:
        assert refused_record(actions=[*actions, action]) == (code, 4)
    lead = said(laid(said(open_deal(), TAKEN_UP), "AU7 B76"), "gut gut gut HS").actions
    for action, code in [
        ("LK LK", "action"),
        ("LK L9", "phase"),
        ("HT", "held"),
        ("LK", "illegal"),
    ]:
        assert refused_record(actions=[*lead, action]) == (code, 9)


# Errors as JSON


def test_an_error_as_json() -> None:
    with pytest.raises(DobbmError) as raised:
        from_record(record_of(open_deal(), actions=["weiter", "retour"]))
    error = to_error(raised.value)
    assert list(error) == ["error"]
    assert list(error["error"]) == ["code", "action", "message"]
    assert re.search("'retour' is a doubling word", error["error"]["message"])
