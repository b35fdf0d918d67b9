/** The types of the public interface, written by scripts/schema.py: `make schema`. */

/** What a bot has done. */
export interface Acted {
  seat: number;
  action: string;
}

/** An action of the seat to act. */
export interface Action {
  /** as in a record: `HS`, `weiter`, … */
  action: string;
  /** the turn at which it is taken */
  turn: number;
}

/** What a bot thinks of an action. */
export interface Advice {
  action: string;
  /** what may be expected in the end, in Schilling; below 0: to pay */
  payment: number;
  /** the standard deviation of the payment */
  spread: number;
  reason: Reason;
}

/** What the cards of a finished deal were worth. */
export interface Analysis {
  /** the declarer's card points with best play of all; null: no card was played */
  value: number | null;
  /** all cards in order, without a revoke */
  plays: Array<Judged>;
}

/** An answer to what is asked of the table. */
export interface Answer {
  /** the turn now; null: whichever it is */
  turn?: number | null;
  agrees: boolean;
}

/** When a request is meant, so that it does nothing at another turn. */
export interface AtTurn {
  /** the turn now; null: whichever it is */
  turn?: number | null;
}

/** The event that has led to the table as it is shown: its kind, and the fields of that kind. */
export interface Change {
  kind: "opened" | "sat" | "filled" | "left" | "began" | "committed" | "contributed" | "dealt" | "acted" | "stood_in" | "came_back" | "wished" | "proposed" | "agreed" | "refused" | "claimed" | "took_back" | "said" | "clock_set";
  /** when it happened, in Unix seconds */
  at: number;
  /** whose event it is */
  seat?: number | null;
  /** opened: how many seats bots have */
  bots?: number;
  /** began: drawn by lot */
  first_dealer?: number;
  /** contributed: to the shuffle */
  value?: string;
  /** contributed: how many cards are lifted off */
  cut?: number | null;
  /** dealt: who did not contribute in time */
  left_out?: Array<number>;
  /** acted: another's discards are `? ? ? ?` */
  action?: string;
  /** acted: a bot did, for itself or for a person */
  by_bot?: boolean;
  /** stood_in: why a bot acts for a person */
  why?: "gone" | "clock" | null;
  /** wished: what for */
  wish?: "next" | "mussrunde" | "end" | "again" | null;
  /** proposed: what */
  what?: "claim" | "take_back" | null;
  /** claimed: proved, or else granted */
  proved?: boolean;
  /** claimed: how the cards that were left fell */
  cards?: Array<string>;
  /** took_back: how many actions */
  actions?: number;
  /** said: a key of `GET /talk`; null: muted */
  phrase?: string | null;
  /** clock_set: seconds by which all times of the table move */
  by?: number;
}

/** The clock; the seat to act has `free` seconds, and then those in its bank. */
export interface Clock {
  /** when the turn began, in Unix seconds */
  since: number;
  free: number;
  /** seconds in a full bank */
  bank: number;
}

/** A part of the next shuffle. */
export interface ContributionInput {
  /** 1 to 64 bytes, hexadecimal, lower case */
  value: string;
  /** how many cards the seat on the dealer's right lifts off */
  cut?: number | null;
}

/** What a seat's client has contributed to the shuffle. */
export interface ContributionOutput {
  seat: number;
  /** 1 to 64 bytes, hexadecimal */
  value: string;
}

/** Where the seat on the dealer's right has cut. */
export interface Cut {
  seat: number;
  /** how many cards were lifted off, 1 to 35 */
  at: number;
}

/** What is wrong. */
export interface Error {
  /** one of a closed list, for programs */
  code: string;
  action: number | null;
  /** a sentence, for people */
  message: string;
}

/** Whether the only legal card is played without asking. */
export interface Forced {
  on: boolean;
}

/** What a bot in the caller's place thinks. */
export interface Hint {
  /** the turn that it is about */
  turn: number;
  /** what it advises first */
  hints: Array<Advice>;
}

/** What is agreed before anybody sits down. */
export interface HouseRules {
  players: 4 | 5;
  /** `preset` and overrides, as in a record */
  rules: { [key: string]: unknown };
  /** who plays the seats that no person has */
  bot: string;
  /** seconds in a seat's time bank, full again at every deal */
  bank: number;
  /** seconds that every action has before the bank is drawn on */
  free: number;
  /** whether the lobby shows the table */
  listed: boolean;
  /** seconds that spectators are behind */
  delay: number;
}

/** A card that was played, seen with all cards open. */
export interface Judged {
  /** its index among the actions of the record */
  action: number;
  seat: number;
  card: string;
  /** the declarer's card points after each legal card, with best play of all */
  values: { [key: string]: number };
  /** how many points worse for its side than the best card it was */
  cost: number;
}

/** A table in the lobby. */
export interface Listed {
  table: string;
  /** who sits there; null: the name is forgotten */
  names: Array<string | null>;
  /** how many seats are free */
  free: number;
  options: HouseRules;
}

/** The seats whose talk is not to be heard. */
export interface Muted {
  seats: Array<number>;
}

/** Somebody who would like to play. */
export interface NewSeat {
  name?: string;
}

/** A table as one would like it. */
export interface NewTable {
  players?: 4 | 5;
  /** `preset` and overrides, as in a record */
  rules?: { [key: string]: unknown };
  name?: string;
  /** how many seats bots have */
  bots?: number;
  /** one of random, simple, trained, pimc:quick, pimc, pimc:strong */
  bot?: string;
  /** whether the lobby shows the table */
  listed?: boolean;
  /** seconds in a seat's time bank */
  bank?: number;
  /** seconds before it is drawn on */
  free?: number;
  /** seconds spectators are behind */
  delay?: number;
}

/** A table, and the caller's seat at it. */
export interface Opened {
  /** the table's name: whoever knows it may come */
  table: string;
  /** the caller's seat; seats are numbered clockwise from 0 */
  seat: number;
  /** opens the seat; nobody else is to have it */
  token: string;
}

/** What the caller wants of the server, and nobody else sees. */
export interface Own {
  /** the action planned for this deal */
  plan?: string | null;
  /** whether the only legal card plays itself */
  forced?: boolean;
  /** the seats whose talk is not heard */
  muted?: Array<number>;
}

/** Table talk. */
export interface PhraseInput {
  /** one of hello, good_cards, well_played, oops, so_it_goes, moment, thanks, bye, up, applause, laugh, surprise, thinking, round */
  phrase: string;
}

/** Something that may be said. */
export interface PhraseOutput {
  /** as it is said at the table, in Tyrolean */
  text: string;
  /** what it means, in English */
  gloss: string;
}

/** An action planned before it is one's turn. */
export interface Plan {
  /** null: nothing is planned */
  action: string | null;
}

/** A deal to be played on. */
export interface PlayOn {
  /** of a deal begun, as in a file of records */
  record: { [key: string]: unknown };
  /** who is not played by a bot; null: the deal is played to its end */
  seat: number | null;
  /** one of random, simple, trained, pimc:quick, pimc, pimc:strong */
  bot?: string;
}

/** A deal that bots have played on. */
export interface Practice {
  record: Record;
  /** what the bots have done, in order */
  acted: Array<Acted>;
  /** what the seat may know now, or without one a spectator */
  view: View;
}

/** The answer to a request that is refused. */
export interface Problem {
  error: Error;
}

/** What is asked of all people at the table. */
export interface Question {
  what: "claim" | "take_back";
  /** who asks */
  seat: number;
  /** in Unix seconds; not answered within 20 of them, it is refused */
  since: number;
  /** who has agreed */
  agreed: Array<number>;
}

/** Why an action is worth what it is: a sentence with places, and what stands in them. */
export interface Reason {
  /** in English, with `{card}`, `{seat}`, `{often}`, `{points}`, `{suits}` in it; the message catalogues know it like this */
  sentence: string;
  card: string | null;
  seat: number | null;
  /** `percent` in words: in English, as the catalogues know it */
  often: string;
  /** of the worlds looked at */
  percent: number;
  /** card points */
  points: number;
  /** their letters: `H`, `L`, `A`, `B` */
  suits: Array<string>;
}

/** A whole deal, as a record has it; `meta` tells the names and the proof of the shuffle. */
export interface Record {
  rules: { [key: string]: unknown };
  players: number;
  dealer: number;
  must: boolean;
  /** the 36 cards in dealing order */
  deck: Array<string>;
  actions: Array<string>;
  meta: { [key: string]: unknown };
}

/** How a deal has ended. */
export interface Result {
  phase: "done";
  declarer: number | null;
  contract: "dobbm" | "solo" | null;
  doublings: number;
  /** the declarer's card points */
  points: number | null;
  /** the declarer's */
  tricks: number | null;
  outcome: "won" | "lost" | "eingestellt" | "thrown_in" | "revoke";
  /** what each seat receives, in Schilling; the sum is 0 */
  payments: Array<number>;
  next_dealer: number;
  to_act: null;
  /** nothing any more */
  legal: Array<string>;
}

/** Every option of the rules (docs/rules.md 11). */
export interface RuleOptions {
  /** the price of a Match in Schilling: 60 points of difference */
  match: number;
  /** payments are rounded up to a multiple of this many Schilling */
  unit: number;
  /** the trump discarded with a sow: one that is no sow, or any */
  sow_companion: "plain" | "any";
  /** the defenders are asked from this one's left */
  doubling_from: "declarer" | "dealer";
  /** an illegal card is refused, or ends the deal */
  revokes: "prevented" | "penalised";
  /** null: without limit */
  max_doublings: number | null;
}

/** Who has a seat. Only a person's has a `bank`, and may have a bot that has `stood_in`. */
export interface Seat {
  kind: "free" | "bot" | "person";
  /** of the person, or of the bot; null: it is forgotten */
  name: string | null;
  /** what the person has asked for */
  wishes: Array<"next" | "mussrunde" | "end" | "again">;
  /** whether the person has an event stream open, or was heard of lately */
  present: boolean;
  /** why a bot acts for the person: `gone`, or an empty time bank (`clock`) */
  stood_in?: "gone" | "clock" | null;
  /** seconds left in the time bank */
  bank?: number;
}

/** A seat. */
export interface Seated {
  seat: number;
  /** opens the seat; nobody else is to have it */
  token: string;
}

/** The shuffle of the next deal, or of the one in progress; the secret follows at its end. */
export interface Shuffle {
  /** the SHA-256 of the server's secret, hexadecimal */
  commitment: string;
  /** the number of the deal that it is for */
  deal: number;
  contributions: Array<ContributionOutput>;
  cut: Cut | null;
  /** who may cut; null once the cards are dealt */
  cutter: number | null;
  /** the people whose contribution has not come in time */
  left_out: Array<number>;
  /** whether one may still contribute */
  open: boolean;
}

/** Who did what in a deal. */
export interface Step {
  seat: number;
  phase: "bidding" | "exchange" | "doubling" | "play";
  /** another's discards are `? ? ? ?` */
  action: string;
}

/** A table as the caller sees it. The `data` of every event of a stream is the same object. */
export interface Table {
  table: string;
  /** how many events there have been: the `id` of the last one */
  number: number;
  /** how many actions there have been; a taking back counts, too */
  turn: number;
  /** seats are free, cards are shuffled, a deal is played, is done, all is over */
  stage: "gathering" | "shuffling" | "playing" | "between" | "over";
  /** the number of the deal, from 1; 0 before the first */
  deal: number;
  /** the caller's; null for a spectator */
  seat: number | null;
  seats: Array<Seat>;
  options: HouseRules;
  /** the number of the session, from 1; 0 before the first */
  session: number;
  /** what each seat has won in the session, in Schilling */
  ledger: Array<number>;
  next_dealer: number | null;
  /** deals of the Mußrunde to come; null: none yet */
  mussrunde_left: number | null;
  /** null: no clock runs, one person plays bots */
  clock: Clock | null;
  shuffle: Shuffle | null;
  question: Question | null;
  /** of the deal, or of the last one; null before the first */
  view: View | null;
  change: Change;
  /** missing for spectators */
  own?: Own | null;
}

/** A trick, taken or on the table. */
export interface Trick {
  /** all four in the order of play, the leader first */
  seats: Array<number>;
  /** in the same order, as many as there are so far */
  cards: Array<string>;
  /** who has taken it; null: it lies on the table, or a revoke has ended the deal */
  winner: number | null;
  /** the card points in its cards */
  points: number;
}

/** What turn it is after the request. */
export interface Turn {
  /** how many actions the table has seen */
  turn: number;
}

/** What a seat may know of a deal, and nothing more; a spectator's `seat` is null. */
export interface View {
  seat: number | null;
  rules: RuleOptions;
  players: number;
  dealer: number;
  /** whether it is a deal of a Mußrunde */
  must: boolean;
  /** the cards held now */
  hand: Array<string>;
  /** the talon, for the declarer who took it up */
  dobb: Array<string> | null;
  /** the declarer's own */
  discards: Array<string> | null;
  /** all so far; another's discards are `? ? ? ?` */
  actions: Array<string>;
  /** the actions, with who took each and when */
  steps: Array<Step>;
  /** those that have been led to, in order; the last may lie on the table */
  tricks: Array<Trick>;
  phase: "bidding" | "exchange" | "doubling" | "play" | "done";
  declarer: number | null;
  contract: "dobbm" | "solo" | null;
  doublings: number;
  to_act: number | null;
  /** what this seat may do now; null for the exchange, [] when it is not its turn */
  legal: Array<string> | null;
  /** the whole deal, once it is done */
  record?: Record | null;
  /** once the deal is done */
  result?: Result | null;
}
