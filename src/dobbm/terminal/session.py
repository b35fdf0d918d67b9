"""A session of one person against bots, from the first deal to the last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from rich.console import RenderableType
from rich.text import Text

from dobbm.game.cards import shuffled
from dobbm.game.deal import Deal
from dobbm.game.errors import ActionError, DobbmError, PlayerError, Revoke
from dobbm.game.session import Session
from dobbm.game.view import View
from dobbm.players import Explainer, Player, make_explainer
from dobbm.terminal.announcements import deal_lines
from dobbm.terminal.board import (
    bar,
    contract_line,
    drawn_table,
    heading,
    plain_table,
    question,
)
from dobbm.terminal.faces import DIM
from dobbm.terminal.hints import hint_page
from dobbm.terminal.parser import (
    ParseError,
    TypedCommand,
    confirms,
    parse_action,
    parse_command,
    refusal,
)
from dobbm.terminal.preferences import PERSON, Preferences
from dobbm.terminal.reference import farewell, greeting, help_page, ledger_page, tricks_page
from dobbm.terminal.result import end_page
from dobbm.terminal.screen import InputEnded, Screen
from dobbm.terminal.session_log import SessionLog
from dobbm.terminal.wording import Voice
from dobbm.text.handbook import text as handbook

STEP_SECONDS = 0.4
"""Seconds to wait after a bot's action."""
TRICK_SECONDS = 1.5
"""Seconds that a finished trick stays on the table."""

_WARNING = "yellow"

_WITHOUT_A_PAGE = (None, TypedCommand.HINT, TypedCommand.MUSSRUNDE, TypedCommand.END)
"""Input that gets a one-line answer between deals; None stands for input that is not a command."""


INTERRUPTED = 130
"""Exit status after Ctrl-C."""


class Stopped(Exception):
    """Raised when the person stops before the session is over."""


class Game:
    """A session played on a screen and stored in a log; ``bots`` take seats 1, 2, …"""

    def __init__(
        self,
        log: SessionLog,
        bots: Sequence[Player],
        preferences: Preferences,
        screen: Screen,
        voice: Voice,
    ) -> None:
        self._log = log
        self._bots = bots
        self._preferences = preferences
        self._screen = screen
        self._voice = voice
        self._explainer: Explainer | None = None
        """The source of hints, created when the person first asks for one."""
        self._lines_printed = 0
        """The number of lines already printed about this deal; not used if a screen is drawn."""
        self._notice = greeting(log, voice)
        self._page: Callable[[], None] = lambda: None
        """Shows again what the screen shows, but for a question and what is just above it."""

    def run(self) -> int:
        """Play until the session is over or the person stops, and return the exit status."""
        with self._screen.opened():
            return self._run()

    def _run(self) -> int:
        if not self._screen.draws:
            self._screen.show(*self._notice)
            self._notice = []
        try:
            self._play_session()
        except (InputEnded, Stopped):
            self._say_farewell()
        except KeyboardInterrupt:
            self._screen.show_line("")
            self._say_farewell()
            return INTERRUPTED
        else:
            self._say_the_end()
        return 0

    @property
    def _session(self) -> Session:
        return self._log.session

    @property
    def _heading(self) -> str:
        return heading(self._session, self._voice)

    def _play_session(self) -> None:
        while True:
            if self._session.deal:
                self._play_deal()
                self._notice = []  # whatever it said was about this deal
            if self._session.finished:
                self._show_end_of_deal()
            if not self._session.over and self._session.finished:
                self._ask_between_deals()
            if self._session.over:
                self._keep_last_page()
                return
            rng = self._preferences.deck_rng(len(self._session.deals))
            self._log.begin(shuffled(rng))
            self._lines_printed = 0

    def _keep_last_page(self) -> None:
        """Keep the last deal on the screen until the person presses Enter."""
        _ = self._voice.messages.gettext
        if self._screen.draws:
            self._ask(_("Enter: continue"))

    def _play_deal(self) -> None:
        while deal := self._session.deal:
            view = View.of(deal, PERSON)
            if deal.to_act == PERSON:
                self._log.apply(self._person_action(deal, view))
            else:
                self._present(view)
                self._log.apply(self._bot_action(deal))
            self._show_step(deal)
        for seat, bot in enumerate(self._bots, PERSON + 1):
            bot.end(View.of(self._session.deals[-1], seat))

    def _bot_action(self, deal: Deal) -> str:
        """Return a bot's action, or the first legal one if the bot gives none or an illegal one."""
        seat = deal.to_act
        assert seat is not None
        seed = self._preferences.bot_seed(len(self._session.deals) - 1, seat, len(deal.actions))
        wanted = self._bots[seat - 1].act(View.of(deal, seat), seed)
        if wanted is not None and deal.is_legal(wanted):
            return wanted
        return deal.legal_actions()[0]

    def _person_action(self, deal: Deal, view: View) -> str:
        """Ask until the person gives a legal action, or confirms a revoke that is penalised."""
        self._present(view)
        while True:
            answer = self._ask(question(view, self._voice))
            command = parse_command(answer)
            if command:
                self._run_command(command)
                self._present(view)
                continue
            try:
                wanted = parse_action(answer, view, self._voice)
            except ParseError as error:
                self._show_warning(view, str(error))
                continue
            try:
                deal.verify(wanted)
            except ActionError as error:
                reason = refusal(view, wanted, error, self._voice)
                if self._confirms_revoke(deal, error, reason):
                    return wanted
                self._show_warning(view, reason)
            else:
                return wanted

    def _confirms_revoke(self, deal: Deal, error: ActionError, reason: str) -> bool:
        """Return whether a refused action is a penalised revoke that the person confirms."""
        if not isinstance(error, Revoke) or deal.setup.rules.revokes == "prevented":
            return False
        _ = self._voice.messages.gettext
        return self._confirms(
            reason, _("That is a revoke: it ends the deal and costs half a Match.")
        )

    def _show_warning(self, view: View, sentence: str) -> None:
        """Show a sentence that explains why the input is refused."""
        self._show_notice(view, Text(sentence, _WARNING))

    def _show_notice(self, view: View, line: Text) -> None:
        """Show a line during a deal: above the prompt if a screen is drawn, otherwise below it."""
        self._notice = [line]
        if self._screen.draws:
            self._present(view)
        else:
            self._screen.show(*self._notice)

    def _confirms(self, *warnings: str) -> bool:
        """Show warnings and return whether the person wants to go ahead."""
        _ = self._voice.messages.gettext
        lines = [Text(warning, _WARNING) for warning in warnings]
        return confirms(self._ask(_("Are you sure? (y/n)"), *lines))

    def _ask(self, question: str, *above: Text) -> str:
        """Show lines and ask a question below them; show all again if the window is resized."""

        def redraw() -> None:
            self._redraw()
            self._screen.show(*above)

        if above:
            self._screen.show(*above)
        answer = self._screen.ask(question, redraw)
        self._notice = []
        return answer

    def _redraw(self) -> None:
        """Show the page again in a window of another size."""
        self._screen.clear()
        self._lines_printed = 0
        self._page()

    def _ask_between_deals(self) -> None:
        """Let the person go on to the next deal, agree on a Mußrunde, or end the session."""
        _ = self._voice.messages.gettext
        while not self._session.over:
            answer = self._ask(
                _("Enter: next deal · m: Mußrunde · e: end session · q: save and quit · h: help"),
                *self._notice,
            )
            command = parse_command(answer)
            if command is TypedCommand.NOTHING:
                return
            if command in (None, TypedCommand.HINT):
                notice = Text(
                    _("No deal is in progress. Press Enter to start the next one."), _WARNING
                )
                self._notice = [notice]
            else:
                self._run_command(command)
            if self._screen.draws or command not in _WITHOUT_A_PAGE:
                self._show_end_of_deal()

    def _run_command(self, command: TypedCommand) -> None:
        """Carry out a command."""
        _ = self._voice.messages.gettext
        match command:
            case TypedCommand.HINT:
                self._give_hint()
            case TypedCommand.HELP:
                self._show_page(_("What you can type"), help_page(self._voice))
            case TypedCommand.RULES:
                rules, messages = self._session.rules, self._voice.messages
                lines = handbook(rules, messages, self._screen.width).splitlines()
                for page in self._screen.pages(lines):
                    self._show_page(_("The rules"), Text("\n".join(page)))
            case TypedCommand.TRICKS:
                view = View.of(self._session.deals[-1], PERSON)
                self._show_page(_("Your side's tricks"), *tricks_page(view, self._voice))
            case TypedCommand.LEDGER:
                self._show_page(
                    _("The ledger, in Schilling"), ledger_page(self._session, self._voice)
                )
            case TypedCommand.MUSSRUNDE:
                self._agree_mussrunde()
            case TypedCommand.END:
                self._end_session()
            case TypedCommand.QUIT:
                raise Stopped

    def _give_hint(self) -> None:
        """Show each choice's expected payment and the reason, or say why there is no hint."""
        _ = self._voice.messages.gettext
        view = View.of(self._session.deals[-1], PERSON)
        longer = _("Thinking; the first hint takes longer …")
        self._show_notice(view, Text(_("Thinking …") if self._explainer else longer, DIM))
        try:
            self._explainer = self._explainer or make_explainer()
        except PlayerError:
            needed = _("Hints need additional libraries: pip install '.[bots]'")
            self._notice = [Text(needed, _WARNING)]
            return
        seed = self._preferences.bot_seed(len(self._session.deals) - 1, PERSON, len(view.actions))
        try:
            explanations = self._explainer.explain(view, seed)
        except DobbmError as error:  # such as a damaged file of the package; the game can go on
            self._notice = [Text(str(error), _WARNING)]
            return
        page = hint_page(view, explanations, self._voice)
        around = [*plain_table(view, self._voice), Text()] if self._screen.draws else []
        self._notice = []
        self._show_page(_("Hint"), *around, *page)

    def _show_page(self, title: str, *page: RenderableType) -> None:
        """Show a page; if a screen is drawn, keep the page until the person presses Enter."""
        _ = self._voice.messages.gettext
        if not self._screen.draws:
            self._screen.show(*page)
            return

        def show() -> None:
            top = bar(title, "Dobbm", self._screen.width)
            if self._screen.draws:
                self._screen.draw([top, Text(), *page, Text()])
            else:
                self._screen.show(top, *page)

        self._page = show
        show()
        self._ask(_("Enter: continue"))

    def _agree_mussrunde(self) -> None:
        _ = self._voice.messages.gettext
        if self._session.mussrunde_from is not None:
            self._notice = [Text(_("A Mußrunde has already been agreed."), _WARNING)]
            return
        warning = _(
            "A Mußrunde begins with the next deal: {count} deals in which forehand must play, then "
            "the session ends."
        ).format(count=self._session.players)
        if self._confirms(warning):
            self._log.agree_mussrunde()
            self._notice = [Text(_("The Mußrunde is agreed: it begins with the next deal."))]

    def _end_session(self) -> None:
        _ = self._voice.messages.gettext
        if self._session.deal:
            self._notice = [
                Text(
                    _("A session can end only between deals. To save it and quit now, type q."),
                    _WARNING,
                )
            ]
        elif self._confirms(_("This ends the session.")):
            self._log.close_session()

    def _present(self, view: View, *, collected: bool = True) -> None:
        """Show the state of the deal and, at the person's turn, everything needed to act."""
        self._page = partial(self._present, view, collected=collected)
        if self._screen.draws:
            table = drawn_table(
                view, self._voice, self._heading, self._screen.width, collected=collected
            )
            self._screen.draw([*table, *self._notice])
            return
        lines = list(deal_lines(view, self._voice))
        self._screen.show(*lines[self._lines_printed :])
        self._lines_printed = len(lines)
        if view.to_act == PERSON:
            self._screen.show(*plain_table(view, self._voice), *self._notice)

    def _show_step(self, before: Deal) -> None:
        """Show a bot's step for a moment, and a finished trick for longer."""
        view = View.of(self._session.deals[-1], PERSON)
        finished = bool(view.tricks) and view.tricks[-1].complete
        if self._screen.draws:
            self._present(view, collected=False)
        if finished:
            self._screen.wait(TRICK_SECONDS, self._redraw)
        elif before.to_act != PERSON:
            self._screen.wait(STEP_SECONDS, self._redraw)

    def _show_end_of_deal(self) -> None:
        """Show the outcome, everybody's cards, the arithmetic and the ledger."""
        self._page = self._show_end_of_deal
        session, voice = self._session, self._voice
        deal = session.finished[-1]
        lines = list(deal_lines(View.of(deal, PERSON), voice))
        played = contract_line(View.of(deal, PERSON), voice)
        page = [
            bar(self._heading, played, self._screen.width),
            Text(),
            *end_page(deal, session.ledger, voice),
        ]
        if self._screen.draws:
            self._screen.draw(page)
            return
        self._screen.show(*lines[self._lines_printed :], *page)
        self._lines_printed = len(lines)

    def _say_farewell(self) -> None:
        self._screen.show_line(farewell(self._log.path, self._voice))

    def _say_the_end(self) -> None:
        _ = self._voice.messages.gettext
        self._screen.show(
            Text(),
            Text(_("The session is over."), "bold"),
            ledger_page(self._session, self._voice),
        )
        self._screen.show_line(_("Saved in {path}").format(path=self._log.path))
