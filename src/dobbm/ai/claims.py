"""Claims: prove "the rest is mine" from what a seat may know, and play out a granted claim.

A claim covers all remaining *tricks*, including those without card points. So a proved claim harms
nobody: the side that takes all tricks takes all card points, and the payment is the same as if the
deal had been played out. A seat that can lose only tricks without points may claim as well, but
then nothing is proved, and the other seats are asked.

A seat that is on lead and takes all tricks leads every card of its hand. Leading hearts first, and
each suit from the top, is then as good as any other order, whatever the play reveals. Whether an
opponent can win a trick against these leads depends only on that opponent's own cards. So a proof
needs no search: ``may_win`` checks each hand on its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from dobbm.ai.layout import WORLD
from dobbm.ai.memory import Memory
from dobbm.ai.worlds import LISTED, Worlds
from dobbm.game.actions import PLAY, Seat
from dobbm.game.cards import HEARTS, SUITS, Card, CardSet, name, split
from dobbm.game.deal import Deal
from dobbm.game.errors import DobbmError, WrongPhase, quoted
from dobbm.game.play import Play, Trick
from dobbm.game.tricks import legal_cards, suit_of, winning_card
from dobbm.game.view import View

Hands: TypeAlias = Mapping[Seat, set[CardSet]]
"""For each seat except the claimant, the hands that it may hold."""

Answers: TypeAlias = Callable[[CardSet, Card], CardSet]
"""A function that takes a hand and the card led, and returns the cards that the hand may play."""


TRIED = 100_000
"""Maximum number of cards that ``play_out`` tries; this takes about half a second."""


def may_win(held: CardSet, led: CardSet) -> bool:
    """Return whether the hand ``held`` can win a trick when the cards ``led`` are led one by one.

    ``held`` must have at least as many cards as ``led``. It can win if it has more hearts than are
    led, and a side suit is led too. It can also win if, in some suit of which it has n cards, its
    highest is above the n-th highest card led in that suit (or above the lowest, if fewer than n
    are led). Whatever the order of the leads, it keeps this card until it wins: it follows suit
    with its other cards of the suit, and throws away cards that it can spare. Otherwise it wins no
    trick if hearts are led first, and each suit from the top.

    If ``held`` cannot win, no subset of it can. So ``held`` may be all cards that a seat may hold.

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
        # Sets are numbers. Within a suit, the set with the higher top card is the larger number.
        if drawn and answers > leads[drawn - 1]:
            return True
    return False


def sure_tricks(view: View) -> bool:
    """Return whether known cards and voids prove that the seat takes all remaining tricks.

    This is so if it is the seat's turn to play a card, and no other seat could win this trick or a
    later one, even with all unseen cards of the suits in which it is not known to be void.
    """
    if not _must_play(view):
        return False
    memory = Memory.of(view)
    hands = {seat: {memory.may_hold(seat)} for seat in _others(view)}
    # Any card that a hand may hold may answer any lead, because the hand may be void in the suit.
    return _one_card_holds(view, memory.trick, hands, lambda held, _led: held)


def proved(view: View) -> bool:
    """Return whether the seat provably takes all remaining tricks.

    ``sure_tricks`` is one proof. If it is the declarer's turn and there are at most 20,000 worlds,
    there is another: some card takes this trick in every world, and leading the rest of the hand
    then takes all others. A defender needs the first proof, because partners may play as they like.

    Raises ``DobbmError`` if the extra ``solver``, which the second proof needs, is not installed.
    """
    if sure_tricks(view):
        return True
    return _must_play(view) and view.seat == view.declarer and _in_every_world(view)


def play_out(deal: Deal, seat: Seat) -> tuple[str, ...]:
    """Return the cards with which all four seats finish a deal after ``seat`` was granted a claim.

    They are legal, and every remaining trick, including the one on the table, goes to the side of
    ``seat``. People may grant a claim that the other side could have refuted; that side then plays
    as if it had given up.

    Raises ``WrongPhase`` outside the play phase, and ``DobbmError`` if the seat does not play, if
    the other side takes a trick in every legal line of play, or if no other line is found among
    ``TRIED`` cards.
    """
    play = deal.play
    if deal.phase != PLAY or play is None:
        raise WrongPhase(f"tricks can be claimed only in the play phase, not in phase {deal.phase}")
    if seat not in play.order:
        raise DobbmError(f"seat {quoted(seat)} is not playing and has nothing to claim")
    alone = seat == play.declarer
    side = {partner for partner in play.order if (partner == play.declarer) == alone}
    cards = _cards_for(side, play)
    if cards is None:
        raise DobbmError("the claim cannot be right: any line of play gives the other side a trick")
    return tuple([name(card) for card in cards])


def _must_play(view: View) -> bool:
    """Return whether the seat of a view must play a card now."""
    return view.phase == PLAY and view.to_act == view.seat


def _others(view: View) -> list[Seat]:
    return [seat for seat in view.active if seat != view.seat]


def _in_every_world(view: View) -> bool:
    """Return whether the second proof of ``proved`` succeeds; False for over 20,000 worlds."""
    worlds = Worlds.of(view)
    if worlds.count > LISTED:
        return False
    rows = worlds.listed(range(WORLD))
    hands = {seat: set(rows[view.active.index(seat) :: WORLD]) for seat in _others(view)}
    return _one_card_holds(view, Memory.of(view).trick, hands, legal_cards)


def _one_card_holds(view: View, trick: Trick, hands: Hands, answers: Answers) -> bool:
    """Return whether the seat of ``view`` can win this trick and, by leading on, all later ones.

    ``hands`` are those that the other seats may hold; ``answers`` returns the cards with which a
    hand may answer a lead.
    """
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
    """Return whether any of the ``answers`` beats ``best``, or leaves a hand that may win later.

    ``held`` is the hand before the answer; ``rest`` are the cards led to later tricks.
    """
    if winning_card(answers | best, led) != best:
        return True
    return may_win(held, rest) and any(may_win(held ^ card, rest) for card in split(answers))


def _cards_for(side: set[Seat], play: Play) -> tuple[Card, ...] | None:
    """Return a legal line of play that gives ``side`` all remaining tricks, or None."""
    refuted: set[tuple[CardSet, Seat]] = set()
    tried = 0

    def cards_from(play: Play) -> tuple[Card, ...] | None:
        if play.over:
            return ()
        nonlocal tried
        position = play.played, play.order[0]
        if not play.trick and (position in refuted or _hearts_stand(side, play)):
            return None
        for card in _unlike_cards(play):
            tried += 1
            if tried > TRIED:
                raise DobbmError("the claim is too hard to check: play on")
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
    """Return whether some opponent has more hearts than ``side`` can beat.

    Beating each of them takes a different, higher heart.
    """
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
    """Yield the legal cards, highest first, but only the highest of each group of equals.

    Equals are cards of one suit with no card of another hand or of the trick between them.
    """
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
    """Return the cards of a set as a list, highest first."""
    return [*split(cards)][::-1]
