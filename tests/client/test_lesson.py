"""The lesson follows the rules in what it shows, expects, refuses and accepts."""

from __future__ import annotations

import importlib.util
import json
from itertools import combinations
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from client.scripts import Scripts, needs_node
from dobbm import Deal, View
from dobbm.ai.solver import solve
from dobbm.game.actions import BIDDING, DONE, EXCHANGE, PLAY
from dobbm.game.cards import names
from dobbm.game.errors import ActionError
from dobbm.game.settlement import HALF
from dobbm.players.bidding import expected_payments

ROOT = Path(__file__).parents[2]


def script() -> ModuleType:
    """Load the script that writes the lesson."""
    spec = importlib.util.spec_from_file_location("lesson", ROOT / "scripts" / "lesson.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


LESSON = script()
LEARNT: dict[str, Any] = json.loads(LESSON.LESSON.read_text())
SCENES: dict[str, Any] = LEARNT["scenes"]
TOLD = LESSON.SCENES | LESSON.TACTICS
ENDING: dict[str, Any] = LEARNT["ending"]

every_scene = pytest.mark.parametrize("name", SCENES)

JUDGING = """
import { judge, refusal } from "./learn/judge.js";
import { steps } from "./learn/steps.js";
import { tactics } from "./learn/tactics.js";
const [{ scenes, ending }, questions] = asked;
const inLesson = steps().flatMap((step) => step.parts);
const inTactics = tactics().flatMap((step) => step.parts);
const parts = [...inTactics, ...inLesson];
const verdictOn = ({ scene, kind, action, played }) => {
  if (kind === "ending") return refusal(ending[played], action);
  const part = parts.find((one) => one.scene === scene && one.kind === kind);
  return judge(part, scenes[scene], action);
};
respond({ inLesson, inTactics, answers: questions.map(verdictOn) });
"""


def answered(scripts: Scripts, questions: list[dict[str, str]]) -> dict[str, Any]:
    """Return the parts of the lesson and of the tactics, and the answers to the questions."""
    answers: dict[str, Any] = scripts.run(JUDGING, [LEARNT, questions])
    return answers


def judged(scripts: Scripts, scene: str, kind: str, actions: list[str]) -> list[dict[str, str]]:
    """Return the lesson's answers to the actions."""
    questions = [{"scene": scene, "kind": kind, "action": action} for action in actions]
    answers: list[dict[str, str]] = answered(scripts, questions)["answers"]
    return answers


def deal_in(name: str) -> Deal:
    """Return the deal of a scene."""
    scene = TOLD[name]
    deal: Deal = scene.story.deal(scene.actions)
    return deal


def kind_in(name: str) -> str:
    """Return the kind of task that a scene sets."""
    return {"play": "card", "exchange": "discards"}.get(deal_in(name).phase, "word")


def test_lesson_file_is_up_to_date() -> None:
    assert LESSON.LESSON.read_text() == LESSON.text()


@every_scene
def test_learner_sees_what_the_seat_may_know(name: str) -> None:
    view = SCENES[name]["view"]
    assert view == View.of(deal_in(name), LESSON.LEARNER).to_json()
    assert view["to_act"] == LESSON.LEARNER


@every_scene
def test_right_actions_are_legal_and_lead_to_the_views_after_them(name: str) -> None:
    scene = TOLD[name]
    assert [*SCENES[name]["right"]] == [scene.story.actions[scene.actions], *scene.also]
    for action, after in SCENES[name]["right"].items():
        deal = deal_in(name).apply(action)
        while View.of(deal, LESSON.LEARNER).to_json() != after:
            deal = deal.apply(scene.story.actions[len(deal.actions)])


def reason(deal: Deal, action: str) -> str:
    """Return why the engine refuses an action; an empty text if it does not."""
    try:
        deal.verify(action)
    except ActionError as error:
        return str(error)
    return ""


def offered(name: str) -> list[str]:
    """Return what the table offers in a scene: legal words, any card, any discard."""
    deal = deal_in(name)
    hand = names(deal.hand(LESSON.LEARNER))
    if deal.phase == EXCHANGE:
        return [" ".join(cards) for count in (0, 3, 4) for cards in combinations(hand, count)]
    return hand if deal.phase == PLAY else list(deal.legal_actions())


def test_lesson_covers_every_rule_of_play() -> None:
    reasons = " ".join(reason(deal_in(name), card) for name in SCENES for card in offered(name))
    for rule in ("Farbzwang", "Trumpfzwang", "with every sow"):
        assert rule in reasons
    assert SCENES["smear"]["view"]["legal"] == SCENES["smear"]["view"]["hand"]


def test_engine_refuses_the_discards_to_try() -> None:
    (tried,) = {scene["tried"] for scene in SCENES.values()} - {None}
    assert "with every sow" in reason(deal_in("exchange"), tried)


def test_last_tricks_may_be_played_in_every_legal_way() -> None:
    begin = LESSON.DECLARING.deal(len(LESSON.DECLARING.actions))
    assert len(names(begin.hand(LESSON.LEARNER))) == 3
    ends = 0
    for played, view in ENDING.items():
        cards = view["record"]["actions"] if view["phase"] == DONE else view["actions"]
        deal = begin.apply_all(cards[len(begin.actions) :])
        assert View.of(deal, LESSON.LEARNER).to_json() == view
        for card in view["legal"]:
            assert f"{played} {card}".strip() in ENDING
        ends += view["phase"] == DONE
    assert ends == 4


def test_only_leading_the_sow_of_hearts_wins() -> None:
    results = {k: v["result"] for k, v in ENDING.items() if v["phase"] == DONE}
    for played, result in results.items():
        first = played.split()[0]
        assert (result["outcome"] == "won") == (first == "HS"), played
        assert result["doublings"] == 1


@needs_node
@pytest.mark.parametrize(
    ("course", "scenes"), [("inLesson", LESSON.SCENES), ("inTactics", LESSON.TACTICS)]
)
def test_every_scene_is_in_its_course(
    scripts: Scripts, course: str, scenes: dict[str, Any]
) -> None:
    parts = answered(scripts, [])[course]
    assert {part["scene"] for part in parts if part["kind"] != "ending"} == set(scenes)
    assert (parts[-1]["kind"] == "ending") == (course == "inLesson")


@needs_node
@every_scene
def test_lesson_refuses_what_the_engine_refuses(scripts: Scripts, name: str) -> None:
    deal, answers = deal_in(name), judged(scripts, name, kind_in(name), offered(name))
    for action, answer in zip(offered(name), answers, strict=True):
        assert answer["text"]
        assert (answer["verdict"] == "refused") != deal.is_legal(action), action
        assert (answer["verdict"] == "right") == (action in SCENES[name]["right"]), action
        for rule in ("Farbzwang", "Trumpfzwang"):
            assert (rule in answer["text"]) == (rule in reason(deal, action))


@needs_node
def test_refusal_states_how_many_cards_to_discard(scripts: Scripts) -> None:
    (few,) = judged(scripts, "exchange", "discards", ["A7 A8 B9"])
    assert few["text"] == "Discard 1 more card."


@needs_node
def test_learner_tries_out_the_sow_rule(scripts: Scripts) -> None:
    tried = SCENES["exchange"]["tried"]
    legal, short = "A7 AS B9 H6", "A7 A8 B9"
    answers = judged(scripts, "exchange", "try", [tried, legal, short])
    assert [answer["verdict"] for answer in answers] == ["right", "other", "refused"]
    assert answers[0]["text"].startswith("With each sow, discard a heart")


@needs_node
def test_last_tricks_refuse_what_the_engine_refuses(scripts: Scripts) -> None:
    questions = [
        {"kind": "ending", "played": played, "action": card}
        for played, view in ENDING.items()
        for card in view["hand"]
    ]
    for question, refused in zip(questions, answered(scripts, questions)["answers"], strict=True):
        legal = ENDING[question["played"]]["legal"]
        assert (refused is None) == (question["action"] in legal)


ASKED = """
import { steps } from "./learn/steps.js";
respond(steps().flatMap(({ parts }) => parts.map(({ ask }) => ask)));
"""


@pytest.mark.parametrize("rule", ["Farbzwang", "Trumpfzwang"])
def test_lesson_explains_the_rules_it_refuses_by(scripts: Scripts, rule: str) -> None:
    assert [ask for ask in scripts.run(ASKED, []) if f"that is {rule}" in ask]


@pytest.mark.parametrize(
    ("name", "wrong"),
    [("long_suit", "HS"), ("trumps_spent", "H6"), ("schieben", "BK"), ("schinden", "BS")],
)
def test_right_cards_decide_the_deal_with_all_cards_open(name: str, wrong: str) -> None:
    deal = deal_in(name)
    assert deal.play
    solution = solve(deal)
    declares = deal.play.declarer == LESSON.LEARNER
    right = {solution.cards[card] for card in SCENES[name]["right"]}
    assert right == {solution.value}
    assert (solution.value > HALF) == declares
    assert (solution.cards[wrong] > HALF) != declares


@needs_node
@pytest.mark.parametrize(
    ("name", "points"), [("long_suit", (73, 55)), ("schieben", (59,)), ("schinden", (58, 83))]
)
def test_points_that_are_named_are_exact(
    scripts: Scripts, name: str, points: tuple[int, ...]
) -> None:
    parts = answered(scripts, [])["inTactics"]
    (text,) = {part["right"] for part in parts if part["scene"] == name}
    values = set(solve(deal_in(name)).cards.values())
    for one in points:
        assert str(one) in text
        assert one in values


@pytest.mark.parametrize(
    "name",
    [name for name in LESSON.TACTICS if deal_in(name).phase == BIDDING],
)
def test_right_bids_are_those_of_the_hand_values(name: str) -> None:
    (right,) = SCENES[name]["right"]
    payments = expected_payments(View.of(deal_in(name), LESSON.LEARNER))
    assert max(payments, key=lambda word: payments[word]) == right


def test_the_fuchs_takes_the_trick() -> None:
    (after,) = SCENES["fuchs"]["right"].values()
    assert after["tricks"][-1]["winner"] == LESSON.LEARNER
