"""Counts votes, and carries out what everybody wants."""

from __future__ import annotations

from dobbm.game.actions import Seat
from dobbm.table.events import Agreed, Delayed, Proposed, Refused, VoteTopic, Wished
from dobbm.table.state import Question, Table

LASTING: frozenset[VoteTopic] = frozenset({"mussrunde", "end"})
"""The topics of votes that a person keeps while away or in another seat. The other votes say that
the person is ready to play now."""


def vote(table: Table, event: Wished | Delayed | Proposed | Agreed | Refused) -> Table:
    """Return the table after a vote, or after a question or an answer to it."""
    question = table.question
    match event:
        case Wished(at, seat, "ready"):
            return table._replace(votes=table.votes | {("ready", seat)}, since=at)
        case Wished(at, seat, wish):
            return granted(table._replace(votes=table.votes | {(wish, seat)}), at)
        case Delayed(at, seat):
            votes = table.votes - {("next", seat)}
            return table._replace(votes=votes, delays=table.delays + 1, since=at)
        case Proposed(at, seat, what):
            return table._replace(question=Question(what, seat, at))
        case Agreed(_, seat):
            assert question
            return table._replace(question=question._replace(agreed=question.agreed | {seat}))
        case Refused(at):
            assert question
            return without_question(table, at)._replace(refused=table.refused | {question.seat})


def unready(table: Table) -> Table:
    """Ask everybody again whether they are ready, because the table has changed."""
    return table._replace(votes=frozenset())


def without_votes(
    table: Table, seat: Seat, at: float, kept: frozenset[VoteTopic] = frozenset()
) -> Table:
    """Drop the votes of ``seat`` except those ``kept``; carry out what all others have voted for.

    An open question is dropped too, because it was put to a different group of people.
    """
    votes = frozenset(vote for vote in table.votes if vote[1] != seat or vote[0] in kept)
    table = without_releases(without_question(table, at), seat)
    return granted(table._replace(votes=votes), at)


def without_releases(table: Table, seat: Seat) -> Table:
    """Forget who wants to give ``seat`` to a bot, and to whose seats its person wants that."""
    return table._replace(releases=frozenset(one for one in table.releases if seat not in one))


def without_question(table: Table, at: float) -> Table:
    """Drop the open question; the clock stood still while it was open."""
    question = table.question
    if question is None:
        return table
    since = table.counted_from(question.since)
    return table._replace(question=None, since=since + at - max(since, question.since))


def granted(table: Table, at: float) -> Table:
    """Carry out what everybody has voted for; after the agreed number of deals, end the session."""
    session, everybody = table.session, {*table.attending}
    if session and not table.deal and session.deals_finished == table.options.deals:
        return table._replace(session=session.close() if not session.over else session, secret=None)
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
