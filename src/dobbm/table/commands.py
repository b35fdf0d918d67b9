"""The commands of people at a table: each becomes an event or is refused with a reason.

A command is a value. ``decide`` takes a table, the time and a command; it returns an event or
raises an error, and changes nothing. For most commands that have already taken effect, such as
requests repeated because the response was lost, it returns None. For any command but ``Sit``, it
raises ``TableError`` with the code ``seat`` if a bot has the seat: the person may have left since
the client sent the request.
"""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import NamedTuple, TypeAlias

from dobbm.game.actions import PLAY, Seat, parse_action
from dobbm.game.deal import Deal
from dobbm.game.errors import ActionError, DobbmError, IllegalAction, quoted
from dobbm.game.session import Session
from dobbm.game.shuffle import verify_contribution, verify_cut
from dobbm.table.events import (
    Acted,
    Agreed,
    CameBack,
    Claimed,
    Contributed,
    Delayed,
    Event,
    Filled,
    Left,
    PortraitChosen,
    Proposal,
    Proposed,
    Refused,
    RulesSet,
    Said,
    Sat,
    Swapped,
    TextsAllowed,
    TextsDeclined,
    TookBack,
    Vacated,
    VoteTopic,
    Wished,
    Wrote,
)
from dobbm.table.house_rules import (
    MOST_DELAYS,
    MOST_DOUBLINGS,
    MOST_SEATINGS,
    Options,
    exceeds_doublings,
)
from dobbm.table.portraits import PORTRAITS
from dobbm.table.state import Table, Taken
from dobbm.table.talk import BURST, BURST_SECONDS, PHRASES


class TableError(DobbmError):
    """A request that the table does not allow now; ``docs/server.md`` lists the codes."""

    def __init__(self, code: str, message: str, after: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.after = after
        """Seconds after which the table may allow it; None if unknown."""


class Sit(NamedTuple):
    """Take a seat, by default the first free one."""

    person: str
    seat: Seat | None = None


class Fill(NamedTuple):
    """Let bots take the remaining free seats."""

    seat: Seat


class Leave(NamedTuple):
    """Leave the seat to a bot."""

    seat: Seat


class Vacate(NamedTuple):
    """Free a seat before the first deal: one's own or, as the host, any."""

    seat: Seat
    vacated: Seat


class Swap(NamedTuple):
    """As the host, let the occupants of two seats change places before the first deal."""

    seat: Seat
    seats: tuple[Seat, Seat]


class SetRules(NamedTuple):
    """As the host, change the house rules before the first deal."""

    seat: Seat
    options: Options


class ComeBack(NamedTuple):
    """Take the seat back from the bot that stands in."""

    seat: Seat


class Act(NamedTuple):
    """Take an action; ``turn`` is the current turn, as the person sees it."""

    seat: Seat
    action: str
    turn: int


class Contribute(NamedTuple):
    """Contribute to the next shuffle; also cut the deck unless ``cut`` is None."""

    seat: Seat
    value: str
    cut: int | None = None


class Vote(NamedTuple):
    """Vote for a deal, a Mußrunde, the end of the session, or another session."""

    seat: Seat
    topic: VoteTopic


class Delay(NamedTuple):
    """Ask for more time before the next deal."""

    seat: Seat


class Propose(NamedTuple):
    """Propose a claim or a take-back to the other people."""

    seat: Seat
    what: Proposal


class Answer(NamedTuple):
    """Agree or disagree with the open proposal."""

    seat: Seat
    agrees: bool
    turn: int | None = None
    """The turn at which the proposal was made; None accepts any turn."""


class Claim(NamedTuple):
    """Claim the rest of the deal; the claim has already been proved."""

    seat: Seat
    cards: tuple[str, ...]
    """The remaining cards in the order of play."""
    turn: int


class TakeBack(NamedTuple):
    """Take back the seat's last action, or propose this if other people play."""

    seat: Seat
    turn: int | None = None
    """The current turn, as the person sees it; None accepts any turn."""


class Say(NamedTuple):
    """Say a set phrase."""

    seat: Seat
    phrase: str


class Write(NamedTuple):
    """Write a text, which is stored elsewhere."""

    seat: Seat
    request: str | None = None
    """Identifies the text if it is sent again; None if it never is."""


class AllowTexts(NamedTuple):
    """As the host, allow or forbid texts."""

    seat: Seat
    allowed: bool


class DeclineTexts(NamedTuple):
    """Decline texts at this table, or want them again."""

    seat: Seat
    declined: bool


class ChoosePortrait(NamedTuple):
    """Choose a portrait."""

    seat: Seat
    portrait: str


Command: TypeAlias = (
    Sit
    | Fill
    | Leave
    | Vacate
    | Swap
    | SetRules
    | ComeBack
    | Act
    | Contribute
    | Vote
    | Delay
    | Propose
    | Answer
    | Claim
    | TakeBack
    | Say
    | Write
    | AllowTexts
    | DeclineTexts
    | ChoosePortrait
)


def decide(table: Table, now: float, command: Command) -> Event | None:
    """Return the event that a command causes; None if the command has already taken effect.

    Raises ``TableError`` or ``ShuffleError`` as the function for the command does. ``apply_event``
    raises ``ActionError`` for an action that is not legal.
    """
    match command:
        case Sit(person, wanted):
            return sit(table, now, person, wanted)
        case Fill(seat):
            return fill(table, now, seat)
        case Leave(seat):
            return leave(table, now, seat)
        case Vacate(seat, vacated):
            return vacate(table, now, seat, vacated)
        case Swap(seat, seats):
            return swap(table, now, seat, seats)
        case SetRules(seat, options):
            return set_rules(table, now, seat, options)
        case ComeBack(seat):
            return come_back(table, now, seat)
        case Act(seat, action, turn):
            return act(table, now, seat, action, turn)
        case Contribute(seat, value, cut):
            return contribute(table, now, seat, value, cut)
        case Vote(seat, topic):
            return vote(table, now, seat, topic)
        case Delay(seat):
            return delay(table, now, seat)
        case Propose(seat, what):
            return propose(table, now, seat, what)
        case Answer(seat, agrees, at):
            return answer(table, now, seat, agrees=agrees, turn=at)
        case Claim(seat, cards, turn):
            return claim(table, now, seat, cards, turn)
        case TakeBack(seat, at):
            return take_back(table, now, seat, at)
        case Say(seat, phrase):
            return say(table, now, seat, phrase)
        case Write(seat, request):
            return write(table, now, seat, request)
        case AllowTexts(seat, allowed):
            return allow_texts(table, now, seat, allowed=allowed)
        case DeclineTexts(seat, declined):
            return decline_texts(table, now, seat, declined=declined)
        case ChoosePortrait(seat, portrait):
            return choose_portrait(table, now, seat, portrait)


def sit(table: Table, now: float, person: str, wanted: Seat | None = None) -> Sat | None:
    """Take a seat: a free one or, before the first deal and between two deals, a bot's.

    If all people have left while the cards were shuffled, somebody may still sit down.

    Raises ``TableError`` with the code ``removed`` if the host has removed the person and the first
    session has not begun; ``full`` if a person sits there, if no seat is free, or if people have
    sat down ``MOST_SEATINGS`` times; or ``phase`` if a deal comes or is in progress.
    """
    if person in table.removed:
        raise TableError(
            "removed", "the host has freed your seat: sit down again after the first deal"
        )
    if wanted is None and None not in table.seats:
        raise TableError("full", "all seats at this table are taken")
    seat = table.seats.index(None) if wanted is None else wanted
    _verify_seat(table, seat)
    occupant = table.seats[seat]
    if occupant and occupant.person:
        if occupant.person == person:
            return None
        raise TableError("full", f"somebody sits in seat {seat}")
    waits = table.stage in ("gathering", "between", "over") or not (table.deal or table.people)
    if not waits:
        raise TableError("phase", "a bot's seat can be taken only between two deals")
    if table.seatings >= MOST_SEATINGS:
        raise TableError("full", f"people have sat down here {MOST_SEATINGS} times: open a table")
    return Sat(now, seat, person)


def fill(table: Table, now: float, seat: Seat) -> Filled | None:
    """Let bots take the remaining free seats."""
    _verify_seated(table, seat)
    return Filled(now, seat) if None in table.seats else None


def leave(table: Table, now: float, seat: Seat) -> Left:
    """Leave the seat to a bot."""
    _verify_seated(table, seat)
    return Left(now, seat)


def vacate(table: Table, now: float, seat: Seat, vacated: Seat) -> Vacated | None:
    """Free a seat before the first deal: one's own or, as the host, a person's or a bot's.

    Raises ``TableError`` with the code ``host`` or ``phase``.
    """
    _verify_can_arrange(table, seat, host_only=vacated != seat)
    _verify_seat(table, vacated)
    return Vacated(now, vacated, by_host=vacated != seat) if table.seats[vacated] else None


def swap(table: Table, now: float, seat: Seat, seats: tuple[Seat, Seat]) -> Swapped | None:
    """As the host, let the occupants of two seats change places before the first deal.

    Raises ``TableError`` with the code ``host`` or ``phase``.
    """
    _verify_can_arrange(table, seat)
    for one in seats:
        _verify_seat(table, one)
    return Swapped(now, seat, [*seats]) if seats[0] != seats[1] else None


def set_rules(table: Table, now: float, seat: Seat, options: Options) -> RulesSet | None:
    """As the host, change the house rules before the first deal.

    Raises ``TableError`` with the code ``host`` or ``phase``, or ``seats`` if there are no longer
    enough seats for everybody at the table.
    """
    _verify_can_arrange(table, seat)
    options = replace(options, texts=table.options.texts)  # changed by ``allow_texts`` only
    if options == table.options:
        return None
    if options.players < table.options.players and None not in table.seats:
        raise TableError("seats", "five sit at the table: free a seat first")
    return RulesSet(now, seat, options.to_json())


def come_back(table: Table, now: float, seat: Seat) -> CameBack | None:
    """Take the seat back from the bot that stands in."""
    _verify_seated(table, seat)
    return CameBack(now, seat) if table.occupant(seat).stood_in else None


def act(table: Table, now: float, seat: Seat, action: str, turn: int) -> Acted | None:
    """Take an action at ``turn``; return None if the seat has already taken it at that turn.

    Raises ``TableError`` with the code ``stale`` if ``turn`` is not the current turn, or with the
    code ``turn`` if it is not the seat's turn, and ``IllegalAction`` for one doubling too many.
    Whether the action is legal otherwise is found out when the event is applied.
    """
    _verify_seated(table, seat)
    if table.oldest_turn <= turn < table.turn and repeats(table.taken_at(turn), seat, action):
        return None
    verify_turn(table, turn)
    deal = table.deal
    if deal is None:
        raise TableError("turn", "no deal is in progress: nobody can act")
    if deal.to_act != seat:
        raise TableError("turn", f"it is seat {deal.to_act}'s turn, not seat {seat}'s")
    if exceeds_doublings(deal, action):
        raise IllegalAction(
            f"at a table, a deal is doubled at most {MOST_DOUBLINGS} times: say gut"
        )
    return Acted(now, seat, action, by_bot=False)


def repeats(taken: Taken, seat: Seat, action: str) -> bool:
    """Return whether ``taken`` is the same action by the same seat."""
    return taken.seat == seat and taken.action is not None and _same(taken.action, action)


def verify_turn(table: Table, turn: int | None) -> None:
    """Raise ``TableError`` with the code ``stale`` unless ``turn`` is the current turn or None."""
    if turn is not None and turn != table.turn:
        raise TableError("stale", f"the current turn is {table.turn}, not {quoted(turn)}")


def contribute(
    table: Table, now: float, seat: Seat, value: str, cut: int | None
) -> Contributed | None:
    """Contribute to the next shuffle; the cutter may also cut, in the same command or a later one.

    Raises ``ShuffleError`` for an invalid contribution or cut. Raises ``TableError`` with the code
    ``shuffle`` if no shuffle is in progress, if the seat has already made a different contribution
    or cut, or if a seat other than the cutter tries to cut.
    """
    _verify_seated(table, seat)
    verify_contribution(value)
    if cut is not None:
        verify_cut(cut)
    if table.stage not in ("between", "shuffling") or not table.secret:
        raise TableError("shuffle", "no cards are being shuffled now")
    if cut is not None and seat != table.cutter:
        raise TableError("shuffle", f"only seat {table.cutter} may cut, not seat {seat}")
    earlier = next((one.value for one in table.contributions if one.seat == seat), None)
    if earlier is None or (earlier == value and cut is not None and table.cut is None):
        return Contributed(now, seat, value, cut)
    if earlier == value and (cut is None or table.cut == (seat, cut)):
        return None
    raise TableError("shuffle", f"seat {seat} has already contributed to this shuffle")


def vote(table: Table, now: float, seat: Seat, wanted: VoteTopic) -> Wished | None:
    """Vote for a deal, a Mußrunde, the end of the session, or another session.

    Raises ``TableError`` with the code ``phase`` if this vote is not possible now.
    """
    _verify_seated(table, seat)
    if (wanted, seat) in table.votes:
        return None
    session = table.session
    if wanted == "ready":
        return Wished(now, seat, wanted) if table.stage == "gathering" else None
    if session is None:
        raise TableError("phase", "the session has not begun: there are free seats")
    if _is_done(table, session, wanted):
        return None
    if session.over != (wanted == "again"):
        raise TableError("phase", f"the session is {'' if session.over else 'not '}over")
    return Wished(now, seat, wanted)


def delay(table: Table, now: float, seat: Seat) -> Delayed:
    """Ask for more time before the next deal.

    Raises ``TableError`` with the code ``phase`` if nobody waits for a deal by the clock, or if
    this deal has been delayed ``MOST_DELAYS`` times.
    """
    _verify_seated(table, seat)
    if table.stage != "between" or not table.timed:
        raise TableError("phase", "the next deal can be delayed only between two deals by a clock")
    if table.delays >= MOST_DELAYS:
        raise TableError("phase", f"the next deal has been delayed {MOST_DELAYS} times already")
    return Delayed(now, seat)


def propose(table: Table, now: float, seat: Seat, what: Proposal) -> Proposed | None:
    """Propose a claim or a take-back to the other people.

    Raises ``TableError`` with the code ``phase`` if there is nothing to claim or take back, or if
    another proposal is open; ``turn`` for a claim out of turn; and ``refused`` if a bot plays a
    seat that would lose by the claim, or if a proposal of ``seat`` was refused at this turn.
    """
    _verify_seated(table, seat)
    if table.question:
        if (table.question.seat, table.question.what) == (seat, what):
            return None
        raise TableError("phase", "the table must answer the open question first")
    if seat in table.refused:
        raise TableError("refused", "the table did not agree: ask again after the next action")
    if what == "claim":
        verify_claim(table, seat)
        if not _opponents_are_people(table, seat):
            raise TableError("refused", "the claim is not proved, and the bots want to play on")
    else:
        _verify_can_take_back(table, seat)
    return Proposed(now, seat, what)


def answer(
    table: Table, now: float, seat: Seat, *, agrees: bool, turn: int | None = None
) -> Agreed | Refused | None:
    """Agree or disagree with the open proposal; its proposer withdraws it by disagreeing.

    Raises ``TableError`` with the code ``stale`` if ``turn`` is not the current turn, or ``phase``
    if no proposal is open or the proposer agrees.
    """
    verify_turn(table, turn)
    _verify_seated(table, seat)
    question = table.question
    if question is None:
        raise TableError("phase", "there is no open question")
    if not agrees:
        return Refused(now, seat)
    if seat == question.seat:
        raise TableError("phase", "the question is for the others")
    return None if seat in question.agreed else Agreed(now, seat)


def verify_claim(table: Table, seat: Seat) -> Deal:
    """Verify that ``seat`` may claim the rest of the deal in progress, and return the deal.

    Raises ``TableError`` with the code ``phase`` if no cards are being played, or ``turn`` if it is
    not the seat's turn.
    """
    _verify_seated(table, seat)
    deal = table.deal
    if deal is None or deal.phase != PLAY:
        raise TableError("phase", "the remaining tricks can be claimed only during the play")
    if deal.to_act != seat:
        raise TableError("turn", "the remaining tricks can be claimed only on your turn")
    return deal


def claim(table: Table, now: float, seat: Seat, cards: tuple[str, ...], turn: int) -> Claimed:
    """Claim the rest of the deal, as proved; ``cards`` are the remaining cards in playing order.

    Raises ``TableError`` as ``verify_turn`` and ``verify_claim`` do.
    """
    verify_turn(table, turn)
    verify_claim(table, seat)
    return Claimed(now, seat, proved=True, cards=list(cards))


def take_back(
    table: Table, now: float, seat: Seat, turn: int | None = None
) -> TookBack | Proposed | None:
    """Take back the seat's last action and the bots' actions after it.

    If several people play, propose it to the others instead; this is possible only until somebody
    else acts. Raises ``TableError`` with the code ``stale`` if ``turn`` is not the current turn, or
    ``phase`` if there is nothing to take back; also raises the errors of ``propose``.
    """
    verify_turn(table, turn)
    _verify_seated(table, seat)
    if table.timed:
        return propose(table, now, seat, "take_back")
    return TookBack(now, seat, _actions_back(_deal_in_progress(table), seat))


def agreed_by_all(table: Table) -> bool:
    """Return whether everybody who must answer has agreed to the open proposal."""
    question = table.question
    if question is None:
        return False
    return {*table.attending} <= {*question.agreed, question.seat}


def say(table: Table, now: float, seat: Seat, phrase: str) -> Said:
    """Say a set phrase; raise ``TableError`` with the code ``phrase`` for any other."""
    _verify_seated(table, seat)
    if phrase not in PHRASES:
        raise TableError(
            "phrase", f"unknown phrase {quoted(phrase)}: the phrases are {', '.join(PHRASES)}"
        )
    return Said(now, seat, phrase)


def write(table: Table, now: float, seat: Seat, request: str | None = None) -> Wrote | None:
    """Write a text; return None if the person has written it with the same ``request`` before.

    Raises ``TableError`` with the code ``texts`` if the host or anybody at the table wants none, or
    ``limit`` if the person has just written ``BURST`` texts.
    """
    _verify_seated(table, seat)
    person = table.occupant(seat).person
    own = [one for one in table.written if one.person == person]
    if request and any(one.request == request for one in own):
        return None
    if table.texts == "off":
        raise TableError("texts", "the host of this table allows no texts")
    if table.texts == "declined":
        raise TableError("texts", "somebody at this table wants no texts")
    recent = [one.at for one in own][-BURST:]
    wait = recent[0] + BURST_SECONDS - now if len(recent) == BURST else 0.0
    if wait > 0:
        raise TableError("limit", f"at most {BURST} texts in {BURST_SECONDS:g} s", ceil(wait))
    return Wrote(now, seat, request)


def allow_texts(table: Table, now: float, seat: Seat, *, allowed: bool) -> TextsAllowed | None:
    """As the host, allow or forbid texts; raise ``TableError`` with the code ``host`` otherwise."""
    _verify_host(table, seat)
    return TextsAllowed(now, seat, allowed) if table.options.texts != allowed else None


def decline_texts(table: Table, now: float, seat: Seat, *, declined: bool) -> TextsDeclined | None:
    """Decline texts at this table, or want them again."""
    _verify_seated(table, seat)
    declines = table.occupant(seat).person in table.without_texts
    return TextsDeclined(now, seat, declined) if declines != declined else None


def choose_portrait(table: Table, now: float, seat: Seat, portrait: str) -> PortraitChosen | None:
    """Choose a portrait; raise ``TableError`` with the code ``portrait`` if it is unknown."""
    _verify_seated(table, seat)
    if portrait not in PORTRAITS:
        raise TableError(
            "portrait",
            f"unknown portrait {quoted(portrait)}: the portraits are {', '.join(PORTRAITS)}",
        )
    chosen = table.occupant(seat).portrait
    return PortraitChosen(now, seat, portrait) if chosen != portrait else None


def _same(one: str, other: str) -> bool:
    """Return whether two actions are the same; the order of discarded cards does not matter."""
    try:
        kind, cards = parse_action(one)
        # Actions without cards, such as bids, are words; different words of one kind parse alike.
        return one == other or (bool(cards) and parse_action(other) == (kind, cards))
    except ActionError:
        return False


def _verify_can_arrange(table: Table, seat: Seat, *, host_only: bool = True) -> None:
    if host_only:
        _verify_host(table, seat)
    else:
        _verify_seated(table, seat)
    if table.stage != "gathering":
        raise TableError("phase", "the table can be arranged only before the first deal")


def _verify_host(table: Table, seat: Seat) -> None:
    _verify_seated(table, seat)
    if seat != table.host_seat:
        raise TableError("host", f"only the host, in seat {table.host_seat}, arranges the table")


def _verify_seat(table: Table, seat: Seat) -> None:
    if not 0 <= seat < len(table.seats):
        raise TableError("request", f"there is no seat {quoted(seat)} at this table")


def _is_done(table: Table, session: Session, wanted: VoteTopic) -> bool:
    """Return whether ``wanted`` has already happened, so that no vote for it is needed."""
    match wanted:
        case "ready":
            return True
        case "next":
            return table.stage in ("shuffling", "playing")
        case "mussrunde":
            return session.mussrunde_from is not None
        case "end":
            return session.over
        case "again":
            return table.sessions > 1 and not session.over


def _verify_seated(table: Table, seat: Seat) -> None:
    if seat not in table.people:
        raise TableError("seat", f"no person sits in seat {seat}")


def _deal_in_progress(table: Table) -> Deal:
    if table.deal is None:
        raise TableError("phase", "no deal is in progress, and a finished deal stands")
    return table.deal


def _actions_back(deal: Deal, seat: Seat) -> int:
    """Return the number of actions to take back in order to undo the last one of ``seat``."""
    actors = [step.seat for step in deal.steps]
    if seat not in actors:
        raise TableError("phase", "you have no action to take back in this deal")
    return actors[::-1].index(seat) + 1


def _verify_can_take_back(table: Table, seat: Seat) -> None:
    deal = _deal_in_progress(table)
    if _actions_back(deal, seat) != 1:
        raise TableError("phase", "somebody has acted since, so the action stands")


def _opponents_are_people(table: Table, seat: Seat) -> bool:
    """Return whether people, not bots, play all seats that would lose by a claim of ``seat``."""
    deal = table.deal
    assert deal
    defenders = {*deal.setup.active} - {deal.declarer}
    harmed = defenders if seat == deal.declarer else {deal.declarer}
    return harmed <= {*table.attending}
