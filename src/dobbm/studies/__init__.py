"""Studies: claims about the game, tested on many deals (docs/studies.md)."""

from dobbm.extras import extra_solver

with extra_solver("dobbm.studies"):
    from dobbm.studies.charges import compare_charges, observe_charges
    from dobbm.studies.companions import compare_companions, observe_companions
    from dobbm.studies.first_leads import compare_leads, observe_leads
    from dobbm.studies.forced import compare_forced
    from dobbm.studies.fuchs import compare_fuchs, observe_fuchs
    from dobbm.studies.luck import compare_luck, observe_luck
    from dobbm.studies.open_cards import compare_open_cards, observe_open_cards
    from dobbm.studies.outbidding import compare_outbidding, observe_outbidding
    from dobbm.studies.responding import compare_responses, observe_responses
    from dobbm.studies.retours import compare_retours
    from dobbm.studies.running import Study
    from dobbm.studies.schinden import compare_schinden, observe_schinden
    from dobbm.studies.schwacher import compare_schwacher, observe_schwacher
    from dobbm.studies.seats import compare_seats, observe_seats
    from dobbm.studies.sessions import compare_sessions, observe_sessions
    from dobbm.studies.solos import compare_solos, observe_solos
    from dobbm.studies.stockerl import compare_stockerl, observe_stockerl
    from dobbm.studies.sufficient_hands import compare_hands, observe_hands
    from dobbm.studies.waiting import compare_waiting, observe_waiting
    from dobbm.studies.when_to_bid import compare_bids, observe_hands_to_bid
    from dobbm.training.examples import TOGETHER

STUDIES = {
    "hands": Study(
        "which hands suffice for a Dobbm",
        2_000_000,
        observe_hands,
        compare_hands,
        together=TOGETHER,
        in_threads=True,
    ),
    "leads": Study(
        "whether to lead the long weak suit first", 20_000, observe_leads, compare_leads
    ),
    "fuchs": Study("what a Fuchs is worth, kept or discarded", 6_000, observe_fuchs, compare_fuchs),
    "schinden": Study(
        "whether defenders should hold high cards back", 10_000, observe_schinden, compare_schinden
    ),
    "companions": Study(
        "whether it matters which trump goes with a sow",
        6_000,
        observe_companions,
        compare_companions,
    ),
    "schwacher": Study("when a Schwacher pays", 10_000, observe_schwacher, compare_schwacher),
    "retours": Study(
        "when to answer a Schwacher with retour", 10_000, observe_schwacher, compare_retours
    ),
    "waiting": Study(
        "whether to pass with a strong hand and double", 8_000, observe_waiting, compare_waiting
    ),
    "solos": Study(
        "what a hand must promise for a Solo",
        500_000,
        observe_solos,
        compare_solos,
        together=TOGETHER,
        in_threads=True,
    ),
    "forced": Study(
        "what being forced costs in a Mußrunde, and when a Solo catches up",
        500_000,
        observe_solos,
        compare_forced,
        together=TOGETHER,
        in_threads=True,
    ),
    "outbidding": Study(
        "when to outbid a Dobbm with a Solo", 5_000, observe_outbidding, compare_outbidding
    ),
    "seats": Study("what a place at the table is worth", 20_000, observe_seats, compare_seats),
    "charges": Study(
        "what declaring costs, since the declarer deals next",
        20_000,
        observe_charges,
        compare_charges,
    ),
    "bids": Study(
        "from how many points on to bid a Dobbm", 10_000, observe_hands_to_bid, compare_bids
    ),
    "sessions": Study(
        "what it is worth to count the next deal",
        400,
        observe_sessions,
        compare_sessions,
        together=1,
    ),
    "sight": Study(
        "what it is worth to see all cards, for each side",
        2_000,
        observe_open_cards,
        compare_open_cards,
    ),
    "responses": Study(
        "what one seat could gain that knows how the others decide",
        400,
        observe_responses,
        compare_responses,
        together=1,
    ),
    "stockerl": Study(
        "how often a deal is thrown in, and a fair Stockerl",
        16_000,
        observe_stockerl,
        compare_stockerl,
    ),
    "luck": Study(
        "how many deals it takes until the better player leads",
        5_000,
        observe_luck,
        compare_luck,
    ),
}
