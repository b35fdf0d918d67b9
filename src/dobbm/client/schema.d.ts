/** The types of the public interface, written by scripts/schema.py: `make schema`. */

/** An action taken by a bot. */
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

/** A bot's assessment of an action. */
export interface Advice {
  action: string;
  /** what may be expected in the end, in Schilling; below 0: to pay */
  payment: number;
  /** the standard deviation of the payment */
  spread: number;
  reason: Reason;
}

/** The double-dummy analysis of a finished deal. */
export interface Analysis {
  /** the declarer's card points with best play of all; null: no card was played */
  value: number | null;
  /** all cards in order, without a revoke */
  plays: Array<Judged>;
}

/** An answer to the table's open question. */
export interface Answer {
  /** the turn now; null: whichever it is */
  turn?: number | null;
  agrees: boolean;
}

/** The turn that a request is meant for; the request is refused at any other turn. */
export interface AtTurn {
  /** the turn now; null: whichever it is */
  turn?: number | null;
}

/** The event that led to this state of the table: its kind, and the fields of that kind. */
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

/** The clock: the seat to act has `free` seconds, then those in its time bank. */
export interface Clock {
  /** when the turn began, in Unix seconds */
  since: number;
  free: number;
  /** seconds in a full bank */
  bank: number;
}

/** A contribution to the next shuffle. */
export interface ContributionInput {
  /** 1 to 64 bytes, hexadecimal, lower case */
  value: string;
  /** how many cards the seat on the dealer's right lifts off */
  cut?: number | null;
}

/** A seat's contribution to the shuffle. */
export interface ContributionOutput {
  seat: number;
  /** 1 to 64 bytes, hexadecimal */
  value: string;
}

/** The cut by the seat on the dealer's right. */
export interface Cut {
  seat: number;
  /** how many cards were lifted off, 1 to 35 */
  at: number;
}

/** An error. */
export interface Error {
  /** one of a closed list, for programs */
  code: string;
  action: number | null;
  /** a sentence, for people */
  message: string;
}

/** Whether the server plays the only legal card for the seat. */
export interface Forced {
  on: boolean;
}

/** A bot's assessment of the caller's possible actions. */
export interface Hint {
  /** the turn that it is about */
  turn: number;
  /** what it advises first */
  hints: Array<Advice>;
}

/** The house rules of a table, fixed when it is opened. */
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

/** A card that was played, assessed double-dummy. */
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

/** The seats whose talk is muted. */
export interface Muted {
  seats: Array<number>;
}

/** A person who wants to take a seat. */
export interface NewSeat {
  name?: string;
}

/** The settings of a new table. */
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

/** A new table and the caller's seat at it. */
export interface Opened {
  /** the table's name: whoever knows it may come */
  table: string;
  /** the caller's seat; seats are numbered clockwise from 0 */
  seat: number;
  /** opens the seat; nobody else is to have it */
  token: string;
}

/** The caller's private preferences; nobody else sees them. */
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

/** A set phrase of table talk. */
export interface PhraseOutput {
  /** as it is said at the table, in Tyrolean */
  text: string;
  /** what it means, in English */
  gloss: string;
}

/** An action that a seat plans before its turn. */
export interface Plan {
  /** null: nothing is planned */
  action: string | null;
}

/** A deal for bots to continue. */
export interface PlayOn {
  /** of a deal begun, as in a file of records */
  record: { [key: string]: unknown };
  /** who is not played by a bot; null: the deal is played to its end */
  seat: number | null;
  /** one of random, simple, trained, pimc:quick, pimc, pimc:strong */
  bot?: string;
}

/** A deal that bots have continued. */
export interface Practice {
  record: Record;
  /** what the bots have done, in order */
  acted: Array<Acted>;
  /** what the seat may know now, or without one a spectator */
  view: View;
}

/** The response to a refused request. */
export interface Problem {
  error: Error;
}

/** An open question to all people at the table. */
export interface Question {
  what: "claim" | "take_back";
  /** who asks */
  seat: number;
  /** in Unix seconds; not answered within 20 of them, it is refused */
  since: number;
  /** who has agreed */
  agreed: Array<number>;
}

/** The reason for an action's value: a sentence with placeholders, and their values. */
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

/** The full record of a deal; at a table, `meta` holds the names and the shuffle's proof. */
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

/** The result of a deal. */
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

/** A seat and its occupant. Only a person's seat has a `bank` and a `stood_in`. */
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

/** The caller's seat at a table. */
export interface Seated {
  seat: number;
  /** opens the seat; nobody else is to have it */
  token: string;
}

/** The shuffle of the next deal or the one in progress; its secret is revealed at the end. */
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

/** An action in a deal, with its seat and phase. */
export interface Step {
  seat: number;
  phase: "bidding" | "exchange" | "doubling" | "play";
  /** another's discards are `? ? ? ?` */
  action: string;
}

/** A table as the caller sees it; also the `data` of every event in a stream. */
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

/** A trick, complete or still on the table. */
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

/** The turn after the request. */
export interface Turn {
  /** how many actions the table has seen */
  turn: number;
}

/** Everything a seat may know about a deal, and nothing more; a spectator's `seat` is null. */
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
