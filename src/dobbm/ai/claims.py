"""Claims: "the rest is mine", proved from what a seat may know, and played out once it is granted.

A claim is for all *tricks* that are left, those without card points too. So it cannot harm anybody:
whoever takes all tricks takes all card points, and what is paid is what the play would have
brought. A seat that can lose nothing but tricks without points may claim as well, but then nothing
is proved, and the others are asked.

Whoever leads and takes all tricks leads all cards of the hand. Hearts first, and each suit from the
top, is then as good as any other order, whatever comes to light on the way; and what one of the
others can do against it depends on nobody else. So a proof is a question about single hands, and
needs no search: ``may_win`` answers it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from dobbm.ai.memory import Memory
from dobbm.extras import extra_solver
from dobbm.game.actions import PLAY, Seat
from dobbm.game.cards import HEARTS, SUITS, Card, CardSet, name, split
from dobbm.game.deal import Deal
from dobbm.game.errors import DobbmError, WrongPhase, shown
from dobbm.game.play import Play, Trick
from dobbm.game.tricks import legal_cards, suit_of, winning_card
from dobbm.game.view import View

Hands: TypeAlias = Mapping[Seat, set[CardSet]]
"""What each of the other seats may hold."""

Answers: TypeAlias = Callable[[CardSet, Card], CardSet]
"""The cards of a hand that may be played to the one that was led."""


def may_win(held: CardSet, led: CardSet) -> bool:
    """Whether a seat that holds ``held`` can win a trick when all of ``led`` is led, card by card.

    It has a card for every lead. It can win if it has more hearts than are led, or in a suit of
    which it has n cards one above the n-th highest led (above the lowest, if fewer than n are). It
    follows with the others, throws what it can spare, and keeps that card, whatever the order of
    the leads. Otherwise hearts first and each suit from the top leave it no trick.

    A seat can do no more with some of these cards, so ``held`` may be all that it could hold.

    >>> from dobbm.game.cards import parse_cards
    >>> led = parse_cards("HS AS AK")
    >>> may_win(parse_cards("AT L9 L8"), led), may_win(parse_cards("AT A6 L8"), led)
    (False, True)
    """
    hearts = led & HEARTS
    if led != hearts and (held & HEARTS).bit_count() > hearts.bit_count():
        return True
    for suit in SUITS:
        leads, answers = _from_the_top(led & suit), held & suit
        drawn = min(len(leads), answers.bit_count())
        # In one suit the larger of two sets has the higher card.
        if drawn and answers > leads[drawn - 1]:
            return True
    return False


def sure_tricks(view: View) -> bool:
    """Whether all that is left is the seat's, by cards that everybody can check.

    It is the seat's turn, and none of the others could win this trick or a later one from its hand
    even with all the unseen cards of the suits that it has not shown to lack.
    """
    if not _must_play(view):
        return False
    memory = Memory.of(view)
    hands = {seat: {memory.may_hold(seat)} for seat in _others(view)}
    # What could be in a hand may be played to any lead: the suit led may be what it lacks.
    return _one_card_holds(view, memory.trick, hands, lambda held, _led: held)


def proved(view: View) -> bool:
    """Whether all that is left is the seat's, however the cards lie and whatever is played.

    By sure tricks; or, if it is the declarer's turn, by every world of the view, up to 20,000 of
    them: after one and the same card the declarer takes this trick in all of them, and then,
    leading in one and the same order, the others. A defender has only sure tricks, as partners may
    play what they like.

    Raises ``DobbmError`` if the libraries of the extra ``solver`` are missing.
    """
    if sure_tricks(view):
        return True
    return _must_play(view) and view.seat == view.declarer and _in_every_world(view)


def play_out(deal: Deal, seat: Seat) -> tuple[str, ...]:
    """The cards that finish a deal after a claim of ``seat`` was granted, those of all four seats.

    They are lawful, and every trick that is left, the one on the table too, goes to the side of
    ``seat``. People may grant a claim that good defence would have refuted; then the others' cards
    are those of seats that have given up.

    Raises ``WrongPhase`` outside the play, and ``DobbmError`` for a seat that has no cards, and for
    a claim that cannot be true because some trick goes to the other side on any lawful play.
    """
    play = deal.play
    if deal.phase != PLAY or play is None:
        raise WrongPhase(f"only the play can be claimed, and the deal is in phase {deal.phase}")
    if seat not in play.order:
        raise DobbmError(f"seat {shown(seat)} does not play, and has nothing to claim")
    alone = seat == play.declarer
    side = {partner for partner in play.order if (partner == play.declarer) == alone}
    cards = _cards_for(side, play)
    if cards is None:
        raise DobbmError("the claim cannot be true: a trick goes to the other side on any play")
    return tuple([name(card) for card in cards])


def _must_play(view: View) -> bool:
    """Whether it is the turn of the seat of a view, in the play."""
    return view.phase == PLAY and view.to_act == view.seat


def _others(view: View) -> list[Seat]:
    return [seat for seat in view.active if seat != view.seat]


def _in_every_world(view: View) -> bool:
    """Whether one card brings all tricks in every world, and there are not too many to list."""
    with extra_solver("the proof of a claim"):
        from dobbm.ai.worlds import LISTED, Worlds
    worlds = Worlds.of(view)
    if worlds.count > LISTED:
        return False
    columns = worlds.all().T.tolist()
    hands = {seat: set(columns[view.active.index(seat)]) for seat in _others(view)}
    return _one_card_holds(view, Memory.of(view).trick, hands, legal_cards)


def _one_card_holds(view: View, trick: Trick, hands: Hands, answers: Answers) -> bool:
    """Whether one card takes the trick and the rest all others, with any of ``hands`` elsewhere."""
    if not trick.cards:
        return not any(may_win(held, view.hand) for seat in hands for held in hands[seat])
    led = trick.cards[0]
    to_come = [(held, answers(held, led)) for seat in trick.to_come for held in hands[seat]]
    done = [held for seat in hands if seat not in trick.to_come for held in hands[seat]]
    return any(
        winning_card(trick.best | card, led) == card
        and not any(may_win(held, view.hand ^ card) for held in done)
        and not any(_beats(held, played, card, led, view.hand ^ card) for held, played in to_come)
        for card in split(legal_cards(view.hand, led))
    )


def _beats(held: CardSet, answers: CardSet, best: Card, led: Card, rest: CardSet) -> bool:
    """Whether a seat with one of its ``answers`` wins a trick from ``best``, or keeps what wins one
    from ``rest``.
    """
    if winning_card(answers | best, led) != best:
        return True
    return may_win(held, rest) and any(may_win(held ^ card, rest) for card in split(answers))


def _cards_for(side: set[Seat], play: Play) -> tuple[Card, ...] | None:
    """Lawful cards to the end with which ``side`` takes all tricks; None if there are none."""
    refuted: set[tuple[CardSet, Seat]] = set()

    def cards_from(play: Play) -> tuple[Card, ...] | None:
        if play.over:
            return ()
        position = play.played, play.order[0]
        if not play.trick and (position in refuted or _hearts_stand(side, play)):
            return None
        for card in _unlike_cards(play):
            after = play.apply(card)
            if after.trick or after.order[0] in side:
                cards = cards_from(after)
                if cards is not None:
                    return (card, *cards)
        if not play.trick:
            refuted.add(position)
        return None

    return cards_from(play)


def _hearts_stand(side: set[Seat], play: Play) -> bool:
    """Whether a seat has hearts that ``side`` cannot beat, each with one of its own."""
    hearts = {seat: play.hands[seat] & HEARTS & ~play.played for seat in play.order}
    above = _from_the_top(sum(hearts[seat] for seat in side))
    return any(
        hearts[seat].bit_count() > len(above)
        or any(
            heart > higher
            for heart, higher in zip(_from_the_top(hearts[seat]), above, strict=False)
        )
        for seat in play.order
        if seat not in side
    )


def _unlike_cards(play: Play) -> Iterator[Card]:
    """The legal cards, the highest first; of cards between which no other lies, only one."""
    legal = play.legal_cards()
    in_play = sum(play.trick)
    for seat in play.order:
        in_play |= play.hands[seat] & ~play.played
    above = 0
    for card in _from_the_top(in_play):
        if card & legal and not above & legal & suit_of(card):
            yield card
        above = card


def _from_the_top(cards: CardSet) -> list[Card]:
    """The single cards of a set, the highest first."""
    return [*split(cards)][::-1]
