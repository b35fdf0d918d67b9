"""The reducer, which applies events to a table.

It decides nothing: ``commands`` decides what may happen, and the reducer receives only events that
have happened. Any machine can therefore rebuild a table from its events at any time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce

from dobbm.game.actions import Seat
from dobbm.game.deal import Deal
from dobbm.game.session import Session
from dobbm.game.settlement import settle
from dobbm.game.shuffle import Contribution, Cut
from dobbm.table.events import (
    Absence,
    Acted,
    Agreed,
    Began,
    CameBack,
    Claimed,
    ClockSet,
    Committed,
    Contributed,
    Dealt,
    Delayed,
    Event,
    Filled,
    Left,
    Opened,
    PortraitChosen,
    Proposed,
    Refused,
    RulesSet,
    Said,
    Sat,
    StoodIn,
    Swapped,
    TextsAllowed,
    TextsDeclined,
    TookBack,
    Vacated,
    VoteTopic,
    Waited,
    Wished,
    Wrote,
)
from dobbm.table.house_rules import GRACE, Options
from dobbm.table.state import Account, FinishedDeal, Occupant, Question, Table, Taken, Written
from dobbm.table.talk import MOST_TEXTS

LASTING: frozenset[VoteTopic] = frozenset({"mussrunde", "end"})
"""The topics of votes that a person keeps while away or in another seat. The other votes say that
the person is ready to play now."""


def opened(id: str, event: Opened) -> Table:  # noqa: A002 - as in Table
    """Return a new table, before any person has sat down."""
    options = Options.from_json(event.options)
    bot = Occupant(None, options.bank)
    free = options.players - event.bots
    seats = (None,) * free + (bot,) * event.bots
    ledger = (0,) * options.players
    return Table(id=id, options=options, seats=seats, ledger=ledger, since=event.at)


def replayed(id: str, events: Iterable[Event]) -> Table:  # noqa: A002
    """Return the table that results from ``events``, the first of which must open it."""
    first, *others = events
    assert isinstance(first, Opened)
    return reduce(apply_event, others, opened(id, first))


def apply_event(table: Table, event: Event) -> Table:
    """Return the table after one more event."""
    table = table._replace(number=table.number + 1)
    if isinstance(event, Wished | Delayed | Proposed | Claimed | TookBack):
        table = _back(table, event.seat, event.at)  # each of these ends an absence
    match event:
        case Sat(at, seat, person):
            return _sat(table, seat, person, at)
        case Filled(_, seat):
            bot = Occupant(None, table.options.bank)
            filled = table._replace(seats=tuple([one or bot for one in table.seats]))
            return filled._replace(votes=table.votes | {("ready", seat)})
        case Left(at, seat):
            return _left(table, seat, at)
        case Vacated(at, seat, by_host):
            return _vacated(table, seat, at, by_host=by_host)
        case Swapped(_, _, seats):
            return _swapped(_unready(table), *seats)
        case RulesSet(_, _, options):
            return _with_options(_unready(table), Options.from_json(options))
        case Began(_, first_dealer):
            session = Session(table.options.rules, table.options.players, first_dealer)
            return table._replace(
                session=session,
                sessions=table.sessions + 1,
                ledger=session.ledger,
                settled=(),
                votes=frozenset(),
                removed=frozenset(),
                since=event.at,
                ready_at=event.at,
            )
        case Committed(at, secret):
            table = table._replace(secret=secret, contributions=(), cut=None, left_out=())
            # If everybody already wants the deal, the wait for it restarts at the commitment.
            return table if table.ready_at is None else table._replace(ready_at=at, since=at)
        case Contributed(_, seat, value, cut):
            return _contributed(table, seat, value, cut)
        case Dealt(at, left_out):
            return _dealt(table._replace(left_out=tuple(left_out)), at)
        case Acted(at, seat, action, by_bot):
            return _acted(table, seat, action, at, by_bot=by_bot)
        case StoodIn(at, seat, why):
            # Before the first deal, the others were ready to play with this person.
            table = table if table.session else _unready(table)
            return _without_votes(_stood_in(table, seat, why, at), seat, at, kept=LASTING)
        case Waited(_, seat, seconds):
            return _waited(table, seat, seconds)
        case CameBack(at, seat):
            return _back(table, seat, at)
        case Wished(at, seat, "ready"):
            return table._replace(votes=table.votes | {("ready", seat)}, since=at)
        case Wished(at, seat, wish):
            return _granted(table._replace(votes=table.votes | {(wish, seat)}), at)
        case Delayed(at, seat):
            votes = table.votes - {("next", seat)}
            return table._replace(votes=votes, delays=table.delays + 1, since=at)
        case Proposed(at, seat, what):
            return table._replace(question=Question(what, seat, at))
        case Agreed(_, seat):
            question = table.question
            assert question
            return table._replace(question=question._replace(agreed=question.agreed | {seat}))
        case Refused(at):
            question = table.question
            assert question
            return _without_question(table, at)._replace(refused=table.refused | {question.seat})
        case Claimed(at, seat, _, cards):
            return _claimed(table, cards, at)
        case TookBack(at, seat, actions):
            return _taken_back(table, seat, actions, at)
        case Said():
            return table
        case Wrote():
            return _wrote(table, event)
        case TextsAllowed(_, _, allowed):
            return table._replace(options=replace(table.options, texts=allowed))
        case TextsDeclined(_, seat, declined):
            return _declined(table, seat, declined=declined)
        case PortraitChosen(_, seat, portrait):
            return _seated(table, seat, table.occupant(seat)._replace(portrait=portrait))
        case ClockSet(_, by):
            return _shifted(table, by)
        case Opened():
            raise AssertionError("a table is opened only once")


def _seated(table: Table, seat: Seat, occupant: Occupant | None) -> Table:
    seats = (*table.seats[:seat], occupant, *table.seats[seat + 1 :])
    return table._replace(seats=seats)


def _sat(table: Table, seat: Seat, person: str, at: float) -> Table:
    """Seat a person, who takes along the winnings of an earlier seat."""
    earlier = table.seat_of(person)
    table = table._replace(seatings=table.seatings + 1, host=table.host or person)
    occupant = Occupant(person, table.options.bank, sat=table.number)
    if earlier is not None:
        before = table.occupant(earlier)
        occupant = occupant._replace(sat=before.sat, portrait=before.portrait)
    table = _seated(_settled(table, seat), seat, occupant)
    if earlier is not None:
        bot = Occupant(None, table.options.bank)
        table = _seated(table, earlier, bot if table.session else None)
        table = _without_contribution(_settled(table, earlier, person), earlier)
        lasting = {(topic, seat) for topic in LASTING if earlier in table.voters(topic)}
        table = _without_votes(table._replace(votes=table.votes | lasting), earlier, at)
    table = _without_contribution(_resumed(table, seat, person), seat)
    if table.unready == (seat,) == table.people and None not in table.seats:
        # Who takes the only seat that bots have left wants to play now.
        table = table._replace(votes=table.votes | {("ready", seat)})
    return table._replace(since=at) if table.stage == "between" else table


def _left(table: Table, seat: Seat, at: float) -> Table:
    """Give a seat to a bot; a person who leaves during a deal still pays for it."""
    person = table.occupant(seat).person
    assert person
    bot = Occupant(None, 0.0, bot_since=at)
    if table.deal:
        table = table._replace(leavers=(*table.leavers, (seat, person)))
    else:
        table = _settled(table, seat, person)
    return _hosted(_without_votes(_seated(table, seat, bot), seat, at), seat)


def _vacated(table: Table, seat: Seat, at: float, *, by_host: bool) -> Table:
    person = table.occupant(seat).person
    if by_host and person:
        table = table._replace(removed=table.removed | {person})
    return _hosted(_without_votes(_seated(table, seat, None), seat, at), seat)


def _hosted(table: Table, left: Seat) -> Table:
    """Return the table with a host: if the host has gone from seat ``left``, the next person."""
    if table.host is None or table.seat_of(table.host) is not None:
        return table
    players = table.options.players
    clockwise = [(left + step) % players for step in range(1, players)]
    people = [table.occupant(seat).person for seat in clockwise if seat in table.people]
    return table._replace(host=people[0] if people else None)


def _swapped(table: Table, one: Seat, other: Seat) -> Table:
    changed = _seated(table, one, table.seats[other])
    return _seated(changed, other, table.seats[one])


def _settled(table: Table, seat: Seat, person: str | None = None) -> Table:
    """Put the winnings of ``seat`` aside for ``person``, or for the bots; begin at zero."""
    amounts = {one.person: one.amount for one in table.settled}
    amounts[person] = amounts.get(person, 0) + table.ledger[seat]
    accounts = tuple([Account(*one) for one in amounts.items() if one[1]])
    ledger = (*table.ledger[:seat], 0, *table.ledger[seat + 1 :])
    return table._replace(ledger=ledger, settled=accounts)


def _resumed(table: Table, seat: Seat, person: str) -> Table:
    """Enter what ``person`` has won so far in the ledger of ``seat``, which begins at zero."""
    own = sum(one.amount for one in table.settled if one.person == person)
    others = tuple([one for one in table.settled if one.person != person])
    ledger = (*table.ledger[:seat], own, *table.ledger[seat + 1 :])
    return table._replace(ledger=ledger, settled=others)


def _without_contribution(table: Table, seat: Seat) -> Table:
    """Drop the part of ``seat`` in the next shuffle, because somebody else sits there now."""
    others = tuple([one for one in table.contributions if one.seat != seat])
    cut = None if table.cut and table.cut.seat == seat else table.cut
    return table._replace(contributions=others, cut=cut)


def _unready(table: Table) -> Table:
    """Ask everybody again whether they are ready, because the table has changed."""
    return table._replace(votes=frozenset())


def _with_options(table: Table, options: Options) -> Table:
    """Change the house rules before the first deal; the last free seat comes or goes."""
    seats = [one and one._replace(bank=options.bank) for one in table.seats]
    if options.players > len(seats):
        seats.append(None)
    elif options.players < len(seats):
        del seats[len(seats) - 1 - seats[::-1].index(None)]
    ledger = (0,) * options.players
    return table._replace(options=options, seats=tuple(seats), ledger=ledger)


def _without_votes(
    table: Table, seat: Seat, at: float, kept: frozenset[VoteTopic] = frozenset()
) -> Table:
    """Drop the votes of ``seat`` except those ``kept``; carry out what all others have voted for.

    An open question is dropped too, because it was put to a different group of people.
    """
    votes = frozenset(vote for vote in table.votes if vote[1] != seat or vote[0] in kept)
    return _granted(_without_question(table, at)._replace(votes=votes), at)


def _without_question(table: Table, at: float) -> Table:
    """Drop the open question; the clock stood still while it was open."""
    question = table.question
    if question is None:
        return table
    return table._replace(question=None, since=table.since + at - question.since)


def _stood_in(table: Table, seat: Seat, why: Absence, at: float) -> Table:
    if table.deal and table.deal.to_act == seat:
        if why == "gone":
            grace = table.occupant(seat).grace
            table = _waited(table, seat, min(grace, max(0.0, at - table.since)))
        table = _charged(table, seat, at)
    occupant = table.occupant(seat)
    # A person who keeps coming back and leaving does not restart the bot's thinking time.
    away = occupant._replace(stood_in=why, bot_since=occupant.bot_since or at)
    return _seated(table, seat, away)


def _waited(table: Table, seat: Seat, seconds: float) -> Table:
    """Let the clock stand still for ``seconds`` of the grace of ``seat``, whose turn it is."""
    occupant = table.occupant(seat)
    table = _seated(table, seat, occupant._replace(grace=occupant.grace - seconds))
    return table._replace(since=table.since + seconds)


def _charged(table: Table, seat: Seat, at: float) -> Table:
    """Charge the bank of ``seat``, whose turn it is, for the time used beyond the free seconds.

    The result is the same whether the time is charged all at once or in parts.
    """
    spent = max(0.0, at - table.since - table.options.free)
    occupant = table.occupant(seat)
    table = _seated(table, seat, occupant._replace(bank=max(0.0, occupant.bank - spent)))
    return table._replace(since=table.since + spent)


def _back(table: Table, seat: Seat, at: float) -> Table:
    stood_still = not table.attending
    table = _seated(table, seat, table.occupant(seat)._replace(stood_in=None))
    # Who comes back to an empty table may already have voted for something.
    return _granted(table._replace(since=at), at) if stood_still else table


def _wrote(table: Table, event: Wrote) -> Table:
    at, seat, request = event
    person = table.occupant(seat).person
    assert person
    written = (*table.written, Written(table.number, at, seat, person, request))
    return table._replace(written=written[-MOST_TEXTS:])


def _declined(table: Table, seat: Seat, *, declined: bool) -> Table:
    person = table.occupant(seat).person
    assert person
    others = table.without_texts - {person}
    return table._replace(without_texts=others | {person} if declined else others)


def _granted(table: Table, at: float) -> Table:
    """Carry out what everybody has voted for."""
    session, everybody = table.session, {*table.attending}
    if not everybody or session is None or session.over:
        return table
    wanted = {topic for topic, _ in table.votes if everybody <= {*table.voters(topic)}}
    if "mussrunde" in wanted and session.mussrunde_from is None:
        session = session.agree_mussrunde()
    table = table._replace(session=session)
    if "end" in wanted and not table.deal:
        # Drop the secret: the server draws the next session's first dealer before it chooses one.
        return table._replace(session=session.close(), secret=None)
    if "next" in wanted and table.stage == "between":
        return table._replace(ready_at=at, since=at)
    return table


def _shifted(table: Table, by: float) -> Table:
    """Move all times at the table ``by`` seconds later, or earlier if ``by`` is negative."""
    seats = tuple(
        [
            one and one._replace(bot_since=one.bot_since and one.bot_since + by)
            for one in table.seats
        ]
    )
    question = table.question
    return table._replace(
        seats=seats,
        question=question and question._replace(since=question.since + by),
        since=table.since + by,
        ready_at=None if table.ready_at is None else table.ready_at + by,
        written=tuple([one._replace(at=one.at + by) for one in table.written]),
    )


def _contributed(table: Table, seat: Seat, value: str, cut: int | None) -> Table:
    others = [one for one in table.contributions if one.seat != seat]
    contributions = tuple(sorted([*others, Contribution(seat, value)]))
    cut_at = table.cut if cut is None else Cut(seat, cut)
    return table._replace(contributions=contributions, cut=cut_at)


def _dealt(table: Table, at: float) -> Table:
    assert table.session
    filled = [
        one and one._replace(bank=table.options.bank, bot_since=0.0, grace=GRACE)
        for one in table.seats
    ]
    return table._replace(
        session=table.session.begin(table.proof().deck()),
        seats=tuple(filled),
        stand_ins=(),
        votes=frozenset(vote for vote in table.votes if vote[0] != "next"),
        since=at,
        delays=0,
        ready_at=None,
    )


def _acted(table: Table, seat: Seat, action: str, at: float, *, by_bot: bool) -> Table:
    table = _without_question(table, at)
    if not by_bot:
        table = _back(table, seat, at)
        table = _charged(table, seat, at) if table.timed else table
    occupant, session, deal = table.occupant(seat), table.session, table.deal
    assert session
    assert deal
    if by_bot and occupant.person:
        table = table._replace(stand_ins=(*table.stand_ins, len(deal.steps)))
    table = _seated(table, seat, occupant._replace(bot_since=0.0))
    return _moved(table, session.apply(action), [Taken(seat, action)], at)


def _claimed(table: Table, cards: Iterable[str], at: float) -> Table:
    session, taken = table.session, []
    assert session
    for card in cards:
        deal = session.deal
        assert deal
        assert deal.to_act is not None
        taken.append(Taken(deal.to_act, card))
        session = session.apply(card)
    return _moved(table, session, taken, at)


def _taken_back(table: Table, seat: Seat, actions: int, at: float) -> Table:
    session = table.session
    assert session
    deal = session.deal
    assert deal
    earlier = Deal.begin(deal.setup).apply_all(deal.actions[:-actions])
    left = [step for step in table.stand_ins if step < len(earlier.steps)]
    table = table._replace(stand_ins=tuple(left))
    session = session._replace(deals=(*session.deals[:-1], earlier))
    return _moved(table, session, [Taken(seat, None)], at)


def _moved(table: Table, session: Session, taken: Iterable[Taken], at: float) -> Table:
    """Record the turns ``taken``; if they finish the deal, enter it in the ledger."""
    table = table._replace(
        session=session,
        taken=(*table.taken, *taken),
        question=None,
        refused=frozenset(),
        since=at,
    )
    return table if session.deal else _granted(_finished(table, session.deals[-1]), at)


def _finished(table: Table, deal: Deal) -> Table:
    """Enter the finished ``deal`` in the ledger and keep it as the last finished deal."""
    assert table.session
    people = tuple([one and one.person for one in table.seats])
    end = settle(deal)
    finished = FinishedDeal(
        deal, table.proof(), people, table.first_turn, table.taken, end.next_dealer
    )
    leavers = table.leavers
    table = table._replace(
        ledger=tuple([sum(column) for column in zip(table.ledger, end.payments, strict=True)]),
        leavers=(),
        session=table.session.compact(),
        finished=table.finished + 1,
        last=finished,
        first_turn=table.turn,
        taken=(),
        secret=None,
    )
    return reduce(lambda after, leaver: _settled(after, *leaver), leavers, table)
