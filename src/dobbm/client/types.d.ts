/** The types that the page's own modules share; the types of the server are in schema.d.ts. */

import type { Analysis, Change, ClubMember, ClubPage, ClubSelf, Hint, Judged, Judgement, LedgerLine, NewRules, Record, Result, Step, Table, Trick, View, WrittenText } from "./schema.d.ts";
import type { Drawn } from "./base/dom.js";
import type { Messages } from "./club/messages.js";
import type { Sound } from "./table/sounds.js";

/** The modules that are loaded when they are needed, by their addresses in the page's folder. */
export interface Parts {
  "base/alone.js": typeof import("./base/alone.js");
  "base/api.js": typeof import("./base/api.js");
  "base/banner.js": typeof import("./base/banner.js");
  "base/faults.js": typeof import("./base/faults.js");
  "base/header-stream.js": typeof import("./base/header-stream.js");
  "base/keeping.js": typeof import("./base/keeping.js");
  "game/manners.js": typeof import("./game/manners.js");
  "game/mussrunde.js": typeof import("./game/mussrunde.js");
  "me/one-thing.js": typeof import("./me/one-thing.js");
  "me/share-deal.js": typeof import("./me/share-deal.js");
  "me/collecting.js": typeof import("./me/collecting.js");
  "me/first-beaten.js": typeof import("./me/first-beaten.js");
  "pages/again.js": typeof import("./pages/again.js");
  "pages/club.js": typeof import("./pages/club.js");
  "pages/board.js": typeof import("./pages/board.js");
  "pages/clubs.js": typeof import("./pages/clubs.js");
  "pages/daily.js": typeof import("./pages/daily.js");
  "me/exercise-deal.js": typeof import("./me/exercise-deal.js");
  "me/exercise-values.js": typeof import("./me/exercise-values.js");
  "pages/exercises.js": typeof import("./pages/exercises.js");
  "pages/history.js": typeof import("./pages/history.js");
  "pages/learn.js": typeof import("./pages/learn.js");
  "pages/lobby.js": typeof import("./pages/lobby.js");
  "pages/me.js": typeof import("./pages/me.js");
  "pages/missing.js": typeof import("./pages/missing.js");
  "pages/replay.js": typeof import("./pages/replay.js");
  "pages/rules.js": typeof import("./pages/rules.js");
  "pages/score.js": typeof import("./pages/score.js");
  "pages/privacy.js": typeof import("./pages/privacy.js");
  "pages/settings.js": typeof import("./pages/settings.js");
  "pages/shared.js": typeof import("./pages/shared.js");
  "pages/start.js": typeof import("./pages/start.js");
  "pages/table.js": typeof import("./pages/table.js");
  "pocket/arrival.js": typeof import("./pocket/arrival.js");
  "pocket/connection.js": typeof import("./pocket/connection.js");
  "score/json-text.js": typeof import("./score/json-text.js");
  "shuffle.js": typeof import("./shuffle.js");
  "table/review.js": typeof import("./table/review.js");
  "table/session-review.js": typeof import("./table/session-review.js");
  "table/elsewhere.js": typeof import("./table/elsewhere.js");
  "club/excuse.js": typeof import("./club/excuse.js");
  "club/own-seat.js": typeof import("./club/own-seat.js");
  "table/guide.js": typeof import("./table/guide.js");
  "table/invitation.js": typeof import("./table/invitation.js");
  "table/ledger.js": typeof import("./table/ledger.js");
  "table/missing.js": typeof import("./table/missing.js");
  "table/new-table.js": typeof import("./table/new-table.js");
  "table/opening.js": typeof import("./table/opening.js");
  "club/tournament-form.js": typeof import("./club/tournament-form.js");
  "table/picture.js": typeof import("./table/picture.js");
  "table/qr-code.js": typeof import("./table/qr-code.js");
  "table/result.js": typeof import("./table/result.js");
  "table/rules-form.js": typeof import("./table/rules-form.js");
  "table/seats.js": typeof import("./table/seats.js");
  "table/session-end.js": typeof import("./table/session-end.js");
  "table/settings-form.js": typeof import("./table/settings-form.js");
  "table/talk.js": typeof import("./table/talk.js");
  "vendor/uqr.js": typeof import("./vendor/uqr.js");
}

export type Contract = NonNullable<Result["contract"]>;

/** A vote of a person at the table, and a proposal to the other players. */
export type Vote = NonNullable<Change["wish"]>;
export type Proposal = NonNullable<Change["what"]>;

/** A step; `consents` marks a *weiter* that accepts another player's Dobbm. */
export type SpokenStep = Step & { consents?: boolean };

/** The part of a step that determines its words. */
export type StepWords = Pick<SpokenStep, "action" | "consents"> & { phase: View["phase"] };

/** What a person has seen of a table: the deal, its steps, the finished deals, the person's winnings and planned card. */
export interface Mark {
  deal: number;
  steps: number;
  finished: number;
  won: number;
  plan: string | null;
}

/** A completed trick. */
export type TakenTrick = Trick & { winner: number };

/** A view of a finished deal. */
export type FinishedView = View & { record: Record; result: Result };

/**
 * The result of checking a deal's shuffle: whether the deck follows from all contributions. `part`: whether this
 * browser's own contribution is among them; "unknown" if it kept none, as a spectator's.
 */
export interface ShuffleCheck {
  state: "checking" | "holds" | "fails" | "impossible";
  part?: "counted" | "left_out" | "shared" | "unknown";
  message?: string;
  detail?: string;
}

/** The data from which a table is drawn. */
export interface Screen {
  /** the table as the server has sent it last; `table` is what is shown */
  latest: Table | null;
  table: Table;
  view: View | null;
  names: string[];
  /** a completed trick that stays on the table until it is swept to its winner */
  restingTrick: TakenTrick | null;
  /** whether a deal is on the table, which it is until its last trick has been swept */
  playing: boolean;
  /** the phrase above each seat */
  talk: Map<number, string>;
  muted: number[];
  /** the texts that the person may read, in order; null until the server has sent the earlier ones */
  texts: WrittenText[] | null;
  /** the number of texts that have come since the person looked at them */
  unread: number;
  proof: ShuffleCheck | null;
  chosen: string[];
  /** the server's time in Unix seconds */
  now: number;
  connected: boolean;
  /** the people whose connection is lost, by seat */
  lost: number[];
  /** whether the server has said who is connected */
  heard: boolean;
  /** the most seconds that the clock waits for the person to act, whose connection is lost; otherwise 0 */
  waits: number;
  /** whether the person's action waits for the connection */
  late: boolean;
  /** whether the person sees what happens without pauses */
  fast: boolean;
  spectators: number;
  /** the names of the spectators who have one */
  watching: string[];
  /** why the person has no seat any more; empty unless it has been lost here */
  lostSeat: string;
  /** whether the host has freed the person's seat, who may not sit down before the first deal */
  removed: boolean;
  /** what has happened while the person could not follow */
  meanwhile: string[];
}

/** Who is at a table at this moment, as a stream tells again and again. */
export interface Beat {
  /** the server's time in Unix seconds */
  now: number;
  connected: number[];
  spectators: number;
  /** the names of the spectators who have one */
  watching: string[];
}

/** What a stream says of a change: the fields of the table, and of its view, that are different. */
export type Delta = Omit<Partial<Table>, "view"> & {
  view?: Partial<View> | null;
  /** of each list of the view that is different, how many elements stay, and those that follow them */
  lists?: { [name: string]: [stay: number, more: unknown[]] };
  /** the names of fields of the table or its view that are gone */
  gone?: string[];
};

/** The actions that the person can take at a table. */
export interface TableActions {
  /** acts, if it is still turn `at` */
  act: (action: string, at?: number) => void;
  /** tells why four cards may not be discarded, otherwise in a notice */
  refuse?: (reason: string) => void;
  /** chooses a card; null if the hand was only rearranged */
  choose: (card: string | null, how?: { tapped?: boolean; dragged?: boolean }) => void;
  collect: () => void;
  /** takes away the list of what has happened meanwhile */
  dismiss: () => void;
  redraw: () => void;
  fill: () => void;
  vote: (what: Vote) => void;
  delay: () => void;
  cut: (at: number) => void;
  answer: (agrees: boolean) => void;
  claim: () => void;
  takeBack: () => void;
  say: (phrase: string) => void;
  openTalk: () => void;
  /** opens a dialog that is drawn again with the table */
  open: (title: string, view: (scene: Scene, close: () => void) => Drawn) => void;
  /** writes a text; resolves to whether it was sent */
  write: (text: string) => Promise<boolean>;
  allowTexts: (allowed: boolean) => void;
  declineTexts: (declined: boolean) => void;
  /** says until when the person is away, or with null that they are back; resolves to whether it was sent */
  excuse: (until: number | null) => Promise<boolean>;
  back: () => void;
  mute: (seats: number[]) => void;
  /** reports a text or a person to the host of the server; resolves to whether it was sent */
  report: (what: { text?: number; seat?: number }) => Promise<boolean>;
  force: (on: boolean) => void;
  /** shows what happens without pauses, or with pauses again */
  hurry: (on: boolean) => void;
  hint: () => Promise<Hint>;
  /** the lines of the ledger, of all finished deals */
  lines: () => Promise<LedgerLine[]>;
  leave: () => void;
  /** sits down, or moves to another seat; if a deal is in progress, when it is over */
  sit: (seat: number) => void;
  vacate: (seat: number) => void;
  swap: (seats: [number, number]) => void;
  setRules: (rules: NewRules) => void;
  handOver: () => void;
}

/** Everything needed to draw a table: its data, the person's actions, its name, the seat the person wants, and the lines of the ledger read so far. */
export type Scene = Screen & TableActions & { name: string; wanted: number | null; invitedTo: number | null; stranger: boolean; written: LedgerLine[]; result: typeof import("./table/result.js") | null; ending: typeof import("./table/session-end.js") | null; gathering: typeof import("./table/invitation.js") | null; ledger: typeof import("./table/ledger.js") | null; guide: import("./table/guide.js").Guide | null };

/** A club as somebody who belongs to it sees it, and what they can do there. */
export interface ClubScene {
  club: string;
  page: ClubPage & { you: ClubSelf };
  members: ClubMember[];
  /** the members who belong to the club now, those who ask to be let in not included */
  active: ClubMember[];
  isHost: boolean;
  isFounder: boolean;
  isGuest: boolean;
  /** the name of a member, with a mark for the person's own */
  nameOf: (member: string) => string;
  /** sends a request to a path below that of the club (`pages/club.js`) */
  ask: (method: string, path: string, body?: object, expected?: string) => Promise<unknown>;
  /** looks at the club again */
  look: () => Promise<void>;
  redraw: () => void;
  /** the messages on this device */
  messages: Messages;
}

/** The state of the screen (`table/screen-state.js`). */
export interface State {
  /** the latest snapshot of the table */
  latest: Table | null;
  /** the snapshot on screen, which follows with a short delay */
  displayed: Table | null;
  /** snapshots that are not on screen yet */
  queue: QueuedSnapshot[];
  /** a completed trick that stays on the table until it is swept to its winner */
  restingTrick: TakenTrick | null;
  /** the trick that is being swept */
  sweeping: TakenTrick | null;
  /** whether the next snapshot waits, so that the last action is seen */
  waiting: boolean;
  /** the time at which the last action was shown, on the clock of `Context.elapsed` */
  actionAt: number;
  /** the person's own action that the server has not confirmed, and its turn */
  pending: { action: string; turn: number } | null;
  /** the same from before the page was loaded anew, until the first snapshot */
  kept: { action: string; turn: number } | null;
  /** whether the last action of the person had to wait for the connection */
  late: boolean;
  /** whether the person, who can only watch, sees what happens without pauses */
  fast: boolean;
  /** the deal that was in fast-forward when the page was left */
  hurried: number | null;
  /** the time of the last card played from the person's seat, in milliseconds on the clock of `Context.elapsed` */
  actedAt: number;
  /** the time at which a tap last took a trick away, on the same clock */
  sweptAt: number;
  /** the cards chosen for the discard, or a card that was tapped once */
  chosen: string[];
  talk: Map<number, string>;
  /** the texts that have come since the page was loaded */
  texts: WrittenText[];
  /** whether the earlier texts are among them; nothing is shown before the server has answered */
  earlierTexts: "unknown" | "refused" | "known";
  unread: number;
  /** whether the person looks at the texts */
  reading: boolean;
  proof: (ShuffleCheck & { deal: number }) | null;
  connected: boolean;
  /** the people whose connection is lost, by seat */
  lost: number[];
  /** whether the server has said who is connected */
  heard: boolean;
  spectators: number;
  /** the names of the spectators who have one */
  watching: string[];
  /** why the person has no seat any more; empty unless it has been lost here */
  lostSeat: string;
  /** whether the host has freed the person's seat, who may not sit down before the first deal */
  removed: boolean;
  /** the time of the next deal, in Unix seconds, of which the person has been told last */
  warned: number | null;
  /** whether the person has been told that the connection is lost */
  knowsLoss: boolean;
  /** what the person has seen of the table; null before the first visit, and for a spectator */
  seen: Mark | null;
  /** whether the connection is back, or is to come back, and missed snapshots may arrive */
  returning: boolean;
  /** what has happened while the person could not follow */
  meanwhile: string[];
}

/** A snapshot waiting for the screen. */
export interface QueuedSnapshot {
  table: Table;
  /** whether it confirms the person's own action, which is on screen already */
  confirms: boolean;
  /** whether its change has been announced in the list of what was missed */
  silent?: boolean;
}

/** An event that changes the screen of a table. */
export type ScreenEvent =
  | { kind: "snapshot"; table: Table }
  /** the person bids, doubles, discards or takes a hint */
  | { kind: "action"; action: string; turn?: number }
  /** the server refuses the person's action */
  | { kind: "refusal"; text: string }
  /** the server does not take the planned card */
  | { kind: "unplanned" }
  /** the person taps or drags a card, or chooses it by key; a number key counts as a tap */
  | { kind: "card"; card: string; tapped?: boolean; dragged?: boolean }
  /** a trick has rested for its time; without `trick`, the person sweeps it */
  | { kind: "collect"; trick?: TakenTrick; tapped?: boolean }
  | { kind: "swept"; trick: TakenTrick }
  /** the next snapshot has waited */
  | { kind: "step" }
  /** a second has passed */
  | { kind: "tick" }
  /** the person, who can only watch, wants no pauses, or wants them again */
  | { kind: "hurry"; on: boolean }
  /** the person looks at the page again */
  | { kind: "returned" }
  /** the person has read what has happened meanwhile */
  | { kind: "dismissed" }
  /** a bot of this page says something, which is no event of the table */
  | { kind: "spoken"; seat: number; phrase: string }
  /** a phrase has been shown for its time */
  | { kind: "silence"; seat: number; phrase: string }
  /** the person begins or ends to look at the texts */
  | { kind: "reading"; on: boolean }
  /** the server has sent the earlier texts */
  | { kind: "texts"; texts: WrittenText[] | null }
  | { kind: "beat"; beat: Beat }
  | { kind: "checked"; deal: number; proof: ShuffleCheck }
  /** the connection is lost or back; `ended` if the server may only have ended the stream */
  | { kind: "connection"; connected: boolean; ended?: boolean };

/** The circumstances of an event. */
export interface Context {
  /** the server's time in Unix seconds */
  now: number;
  /** a monotonic clock in milliseconds */
  elapsed: number;
  /** the milliseconds between two actions on the screen */
  step: number;
  /** whether the page is hidden */
  hidden: boolean;
  /** whether a card must be tapped twice to be played */
  confirm: boolean;
  /** whether a trick rests until it is tapped */
  untilTapped: boolean;
  /** whether nothing on this device opens the seat that the person once had here */
  lostSeat: boolean;
}

/** An effect of an event, which the page carries out. */
export type Effect =
  /** remember the table, at which the person has a seat */
  | { kind: "remember" }
  /** forget the table, to which this browser has no key any more */
  | { kind: "forget" }
  | { kind: "contribute"; table: Table }
  | { kind: "check"; table: Table & { view: FinishedView } }
  /** let a trick rest on the table for the time in the settings */
  | { kind: "rest"; trick: TakenTrick }
  | { kind: "sweep"; trick: TakenTrick }
  /** wait before the next snapshot is shown */
  | { kind: "wait"; milliseconds: number }
  /** show a phrase above its seat for a few seconds */
  | { kind: "speak"; seat: number; phrase: string }
  | { kind: "send"; action: string; turn: number }
  | { kind: "plan"; action: string | null }
  /** let the bots play without pauses, if nobody else waits for them */
  | { kind: "hurry"; on: boolean }
  /** take the seat back from the bot that stands in */
  | { kind: "back" }
  /** announce a text to screen readers */
  | { kind: "announce"; text: string }
  /** show and announce a notice */
  | { kind: "notify"; text: string }
  | { kind: "sound"; sound: Sound };

/** A deal that can be replayed moment by moment (`replay/story.js`); its view belongs to the person's seat. */
export interface Story {
  view: View;
  record: Record;
  /** the four active seats, forehand first */
  active: number[];
  hands: string[][];
  dobb: string[];
  steps: SpokenStep[];
  /** the seat to act where the record ends; null if the deal is over */
  due: Due | null;
}

/** The seat to act, and the phase. */
export interface Due {
  seat: number;
  phase: View["phase"];
}

/** A deal as it stood after some of its actions. */
export interface Moment {
  at: number;
  declarer: number | null;
  contract: Contract | null;
  doublings: number;
  phase: View["phase"];
  last: SpokenStep | null;
  next: Due | null;
  steps: SpokenStep[];
  tricks: Trick[];
  /** the trick on the table, or the one just taken, with its winner so far */
  trick: (TakenTrick & { taken: boolean }) | null;
  hands: string[][];
  discards: string[] | null;
  dobb: string[] | null;
}

/** Where the deal of a replay comes from. */
export interface DealSource {
  /** the deal as the person saw it, or as a spectator if they were not there */
  view: FinishedView;
  /** the table now, if the deal is of a table that can be asked */
  people: Table | null;
  /** the table at which the person has a seat now; null: none */
  table: string | null;
  /** whether others can open the same address */
  isPublic: boolean;
  back: { path: string; name: string };
  title: string;
  /** the name of a file with the record */
  file: string;
  analyse: () => Promise<Analysis>;
}

/** A replay: its deal, and its state on the page. */
export interface Replay extends ReplayActions {
  story: Story & { view: FinishedView };
  state: ReplayState;
  source: DealSource;
  names: string[];
  portraits: (string | null)[];
  /** renders how the person's table goes on */
  strip: () => unknown;
}

export interface ReplayState {
  at: number;
  /** the seat whose knowledge is shown; null: all cards are open */
  viewer: number | null;
  /** the analysis of every card played */
  plays: Judged[] | null;
  /** whether the analysis failed */
  failed: boolean;
  /** by seat, what its decisions gave away by what it could know; null: it could not be computed */
  judged: { [seat: number]: Judgement | null | undefined };
  shuffle: ShuffleCheck | null;
  speed: Speed;
  timer: ReturnType<typeof setInterval> | undefined;
  branch: Branch | null;
}

export type Speed = "slow" | "normal" | "fast";

/** A deal with the seat that the person plays, and the bots of the others by seat. */
export interface GivenDeal {
  record: Record;
  seat: number;
  bots: (string | null)[];
}

/** The actions of a replay. */
export interface ReplayActions {
  to: (at: number) => void;
  go: (change: number) => void;
  see: (viewer: number | null) => void;
  judge: (seat: number) => void;
  run: (on: boolean) => void;
  pace: (speed: Speed) => void;
  playOn: () => void;
  share: () => void;
}

/** A deal that the person continues from a moment of the replay, in one seat. */
export interface Branch {
  state: BranchState;
  act: (action: string) => void;
  restart: () => void;
  leave: () => void;
}

export interface BranchState {
  seat: number;
  from: number;
  story: Story;
  at: number;
  view: View | null;
  chosen: string[];
  busy: boolean;
  left: boolean;
}

/** The data from which the table of a replay is drawn. */
export interface MomentView {
  story: Story;
  now: Moment;
  names: string[];
  portraits: (string | null)[];
  own: number | null;
  viewer: number | null;
  /** the seat at the bottom */
  bottom: number;
  /** the value of each card of the seat to act; null: hidden */
  values: { [card: string]: number } | null;
  /** only in a branch: the function for taps on cards, the chosen cards, the dimmed cards */
  tap?: (card: string) => void;
  chosen?: string[];
  dim?: string[];
}

/** A seat and its place on the screen. */
export interface PlacedSeat {
  seat: number;
  place: string;
}
