/** What the page's own modules hand each other; the server's types are in schema.d.ts. */

import type { Change, Hint, Judged, Record, Result, Step, Table, Trick, View } from "./schema.d.ts";
import type { Sound } from "./table/sounds.js";

export type Contract = NonNullable<Result["contract"]>;

/** What is asked of the table. */
export type Wish = NonNullable<Change["wish"]>;
export type Proposal = NonNullable<Change["what"]>;

/** A step as it is spoken; `consents`: the *weiter* that lets somebody else's Dobbm pass. */
export type Spoken = Step & { consents?: boolean };

/** A step as far as its words go. */
export type Said = Pick<Spoken, "action" | "consents"> & { phase: View["phase"] };

/** A trick that has been taken. */
export type Taken = Trick & { winner: number };

/** A view of a deal that is over. */
export type Finished = View & { record: Record; result: Result };

/** What is known of the shuffle of a deal: whether the deck follows from all parts of it. */
export interface Checked {
  state: "checking" | "holds" | "fails" | "impossible";
  message?: string;
  detail?: string;
}

/** What is drawn of a table. */
export interface Screen {
  table: Table;
  view: View | null;
  names: string[];
  /** the trick that rests before it is swept to its winner */
  rests: Taken | null;
  /** whether a deal lies on the table; its last trick rests there, too */
  playing: boolean;
  /** the phrases that hang over their seats */
  said: Map<number, string>;
  muted: number[];
  proof: Checked | null;
  chosen: string[];
  /** the server's time, in Unix seconds */
  now: number;
  connected: boolean;
}

/** What the person may do at a table. */
export interface Doing {
  /** act, if it is still turn `at` */
  act: (action: string, at?: number) => void;
  /** choose a card; null: the hand was only arranged */
  choose: (card: string | null, how?: { dragged?: boolean }) => void;
  collect: () => void;
  redraw: () => void;
  fill: () => void;
  wish: (what: Wish) => void;
  cut: (at: number) => void;
  answer: (agrees: boolean) => void;
  claim: () => void;
  takeBack: () => void;
  say: (phrase: string) => void;
  back: () => void;
  mute: (seats: number[]) => void;
  force: (on: boolean) => void;
  hint: () => Promise<Hint>;
  leave: () => void;
  refollow: () => void;
}

/** What is drawn of a table with this name, and what the person may do there. */
export type Scene = Screen & Doing & { name: string };

/** The screen's state (`table/store.js`). */
export interface State {
  /** the table as it is */
  latest: Table | null;
  /** the table as it is shown: the eye follows a little later */
  shown: Table | null;
  /** snapshots that are not shown yet */
  queue: Waiting[];
  /** the trick that rests before it is swept to its winner */
  rests: Taken | null;
  /** the trick that is on its way */
  sweeping: Taken | null;
  /** the person's own action that the server has not confirmed yet, and its turn */
  pending: { action: string; turn: number } | null;
  /** when the person acted last, as `Context.elapsed` */
  actedAt: number;
  /** cards that are to be discarded, or tapped once */
  chosen: string[];
  said: Map<number, string>;
  proof: (Checked & { deal: number }) | null;
  connected: boolean;
  /** by how many seconds the server's clock is ahead of this one */
  skew: number;
}

/** A snapshot that is to be shown; `confirms` the person's own action, which is shown already. */
export interface Waiting {
  table: Table;
  confirms: boolean;
}

/** Something that happens to the screen of a table. */
export type ScreenEvent =
  | { kind: "snapshot"; table: Table }
  /** a word is said, four cards are discarded, a hint is taken */
  | { kind: "action"; action: string; turn?: number }
  /** the server has refused the person's action */
  | { kind: "refusal"; text: string }
  /** a card is tapped, dragged or chosen by key */
  | { kind: "card"; card: string; dragged?: boolean }
  /** a trick has rested for its time; without a trick: the person sweeps it */
  | { kind: "collect"; trick?: Taken }
  | { kind: "swept"; trick: Taken }
  /** a phrase has hung over its seat for its time */
  | { kind: "silence"; seat: number; phrase: string }
  | { kind: "checked"; deal: number; proof: Checked }
  | { kind: "connection"; connected: boolean };

/** What is true of the page at the moment of an event. */
export interface Context {
  /** this device's clock, in Unix seconds */
  now: number;
  /** a clock that is never set, in milliseconds */
  elapsed: number;
  /** whether nobody sees the page */
  hidden: boolean;
  /** whether a card is tapped twice to be played */
  confirm: boolean;
}

/** What the page does because of an event. */
export type Effect =
  /** remember that the person sits at this table */
  | { kind: "remember" }
  | { kind: "contribute"; table: Table }
  | { kind: "check"; table: Table & { view: Finished } }
  /** let a trick rest for its time */
  | { kind: "rest"; trick: Taken }
  | { kind: "sweep"; trick: Taken }
  /** let a phrase hang over its seat for its time */
  | { kind: "speak"; seat: number; phrase: string }
  | { kind: "send"; action: string; turn: number }
  | { kind: "plan"; action: string | null }
  /** play on in place of the bot that stands in */
  | { kind: "back" }
  /** tell those who listen */
  | { kind: "announce"; text: string }
  /** tell everybody */
  | { kind: "notify"; text: string }
  | { kind: "sound"; sound: Sound };

/** A deal, moment by moment (`replay/story.js`); its view tells who looks back. */
export interface Story {
  view: View;
  record: Record;
  /** the four who play, forehand first */
  active: number[];
  hands: string[][];
  dobb: string[];
  steps: Spoken[];
  /** who has to act where it stops; null: it is over */
  due: Due | null;
}

/** Who has to act, and in what phase. */
export interface Due {
  seat: number;
  phase: View["phase"];
}

/** How a deal stood after some of its actions. */
export interface Moment {
  at: number;
  declarer: number | null;
  contract: Contract | null;
  doublings: number;
  phase: View["phase"];
  last: Spoken | null;
  next: Due | null;
  steps: Spoken[];
  tricks: Trick[];
  /** the trick to look at: on the table, or the one just taken; with its winner so far */
  trick: (Taken & { taken: boolean }) | null;
  hands: string[][];
  discards: string[] | null;
  dobb: string[] | null;
}

/** A replay: its deal, what is known of it, and how it is looked at. */
export interface Replay {
  story: Story & { view: Finished };
  state: ReplayState;
  table: string;
  deal: string;
  names: string[];
}

export interface ReplayState {
  at: number;
  /** with whose knowledge one looks; null: all cards are open */
  viewer: number | null;
  /** what every card was worth */
  plays: Judged[] | null;
  /** whether that could not be computed */
  failed: boolean;
  shuffle: Checked | null;
  speed: Speed;
  timer: ReturnType<typeof setInterval> | undefined;
  branch: Branch | null;
}

export type Speed = "slow" | "normal" | "fast";

/** What one may do in a replay. */
export interface Looking {
  to: (at: number) => void;
  go: (change: number) => void;
  see: (viewer: number | null) => void;
  run: (on: boolean) => void;
  pace: (speed: Speed) => void;
  playOn: () => void;
  back: () => void;
}

/** A deal played on from a moment by one seat. */
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

/** How a moment is seen. */
export interface Seen {
  story: Story;
  now: Moment;
  names: string[];
  own: number | null;
  viewer: number | null;
  /** the seat at the bottom */
  bottom: number;
  /** what the cards of the seat to act are worth; null: not to be shown */
  values: { [card: string]: number } | null;
  /** for somebody who plays on */
  tap?: (card: string) => void;
  chosen?: string[];
  dim?: string[];
}

/** A seat, and where it is on the screen. */
export interface Placed {
  seat: number;
  place: string;
}
