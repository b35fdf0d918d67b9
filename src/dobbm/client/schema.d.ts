/** The types of the API, written by scripts/page_types.py: `make schema`. */

/** The winnings in this session of somebody without a seat. */
export interface Account {
  /** the person's name; null: erased, or bots */
  name: string | null;
  /** whether these are bots, all that people have replaced */
  bot: boolean;
  /** in Schilling */
  amount: number;
}

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
  /** expected final payment to the seat, in Schilling; negative if it pays */
  payment: number;
  /** the standard deviation of the payment */
  spread: number;
  /** the share of the believed worlds in which the seat is paid; null if unknown */
  wins: number | null;
  reason: Reason;
}

/** Whether people may write texts at the table. */
export interface Allowed {
  allowed: boolean;
}

/** The double-dummy analysis of a finished deal. */
export interface Analysis {
  /** the declarer's card points with best play by everyone; null: no play */
  value: number | null;
  /** all cards in order, except a revoke */
  plays: Array<Judged>;
}

/** An answer to the table's open question. */
export interface Answer {
  /** the current turn; null: any turn */
  turn?: number | null;
  agrees: boolean;
}

/** An evening on which a club meets. */
export interface Appointment {
  day: string;
  at: number;
  /** the day to which it is moved */
  to?: string | null;
  /** the time there, in the zone of the club */
  time?: string | null;
  /** by member */
  answers: { [key: string]: "yes" | "no" | "substitute" };
}

/** The turn that a request is meant for; the request is refused at any other turn. */
export interface AtTurn {
  /** the current turn; null: any turn */
  turn?: number | null;
}

/** From which day to which the caller is away; without days, the caller is back. */
export interface Away {
  /** today or later; null: back */
  first: string | null;
  /** at most 30 days after the first one; null: back */
  last: string | null;
}

/** The book of a club. */
export interface Book {
  /** the newest first */
  evenings: Array<BookEvening>;
  /** over these evenings, the richest first */
  totals: Array<MemberMark>;
  /** over all evenings: who pays whom to be quits */
  debts: Array<BookDebt>;
  payments: Array<BookPayment>;
}

/** A comment on a deal. */
export interface BookComment {
  number: number;
  at: number;
  by: string;
  text: string;
}

/** An amount that a member owes another. */
export interface BookDebt {
  payer: string;
  payee: string;
  amount: number;
}

/** An evening in the book. */
export interface BookEvening {
  number: number;
  day: string;
  deals: number;
  tables: Array<TableSpan>;
  /** who has entered it; null: it was played here */
  by: string | null;
  standing: Array<MemberMark>;
  /** null: nothing was played here */
  night: NightDeal | null;
}

/** A payment in the book. */
export interface BookPayment {
  payer: string;
  payee: string;
  amount: number;
  number: number;
  at: number;
  by: string;
}

/** The event that led to this state of the table: its kind, and the fields of that kind. */
export interface Change {
  /** the seat concerned */
  seat?: number | null;
  /** opened: number of seats that bots take */
  bots?: number;
  /** began: the first dealer, drawn by lot */
  first_dealer?: number;
  /** contributed: the contribution to the shuffle */
  value?: string;
  /** contributed: number of cards lifted off */
  cut?: number | null;
  /** dealt: seats that did not contribute in time */
  left_out?: Array<number>;
  /** acted: the action; another seat's discards are `? ? ? ?` */
  action?: string;
  /** acted: whether a bot acted, for itself or for a person */
  by_bot?: boolean;
  /** stood_in: why a bot stands in for a person */
  why?: "gone" | "clock" | null;
  /** waited: seconds that are not charged, without a connection */
  seconds?: number;
  /** excused: until when the person is away; null: no more */
  until?: number | null;
  /** excused: from when on; null: at once */
  since?: number | null;
  /** wished: what the person voted for */
  wish?: "ready" | "next" | "mussrunde" | "end" | "again" | null;
  /** release_wished: the seat that the person agrees to give to a bot */
  released?: number;
  /** proposed: what is proposed */
  what?: "claim" | "take_back" | null;
  /** vacated: whether the host freed the seat of somebody else */
  by_host?: boolean;
  /** swapped: the seats of the two occupants */
  seats?: Array<number>;
  /** claimed: whether it was proved, not just granted */
  proved?: boolean;
  /** claimed: the remaining cards in the order of play */
  cards?: Array<string>;
  /** took_back: number of actions taken back */
  actions?: number;
  /** said: a key of `GET /talk`; null: muted */
  phrase?: string | null;
  /** wrote: the text; null: not for this seat, or erased */
  text?: string | null;
  /** texts_allowed: whether the host allows texts */
  allowed?: boolean;
  /** texts_declined: whether somebody, who is not named, wants none */
  declined?: boolean;
  /** portrait_chosen: the portrait */
  portrait?: string;
  /** clock_set: seconds by which all times at the table move */
  by?: number;
  kind: "opened" | "sat" | "filled" | "left" | "vacated" | "release_wished" | "swapped" | "rules_set" | "began" | "committed" | "decks_shared" | "contributed" | "dealt" | "acted" | "stood_in" | "waited" | "came_back" | "excused" | "wished" | "delayed" | "proposed" | "agreed" | "refused" | "claimed" | "took_back" | "said" | "wrote" | "texts_allowed" | "texts_declined" | "portrait_chosen" | "clock_set";
  /** when it happened, in Unix seconds */
  at: number;
}

/** The clock: the seat to act has `free` seconds, then those in its time bank. */
export interface Clock {
  /** when the next deal begins without more votes, in Unix seconds; null except between two deals, and where it waits for votes */
  deal_at?: number | null;
  /** when the turn began, in Unix seconds; by post, it may be a time to come, until which the person is away */
  since: number;
  free: number;
  /** seconds in a full bank */
  bank: number;
}

/** The name of a club, the time zone of its evenings, the address of its calls, its customs. */
export interface ClubChange {
  name: string;
  /** such as `Europe/Vienna`, or `UTC` */
  zone: string;
  /** seconds for each action at new tables; null: as before */
  free?: number | null;
  /** whether new tables begin with texts; null: as before */
  texts?: boolean | null;
  /** the rules of new tables and tournaments: `preset` and overrides, as in a record; null or empty: none in particular; left out: as before */
  rules?: { [key: string]: unknown } | null;
  /** empty: none; null: as before */
  call?: string | null;
}

/** A person who belongs to a club, or did. */
export interface ClubMember {
  member: string;
  /** null: erased */
  name: string | null;
  /** a number for a person whose name was erased, here and in the CSV of the book; null: the person has a name */
  number?: number | null;
  role: "founder" | "cohost" | "member" | "guest" | "asking";
  since: number;
  /** when a guest's link ends */
  until: number | null;
  /** whether the person belongs to the club now */
  active: boolean;
  /** whether the person has looked at the club in the last minute */
  here: boolean;
  /** from when on the person is away */
  away_from?: number | null;
  /** null: no absence is said */
  away_until?: number | null;
}

/** A club as the caller sees it: without a personal link its name, and what all may watch. */
export interface ClubPage {
  club: string;
  name: string;
  now: number;
  you: ClubSelf | null;
  /** why the link of this device opens nothing any more: a newer one has taken its place, the evening of a guest is over, or the person has left; null: it has had none */
  lost?: "replaced" | "over" | "left" | null;
  zone?: string;
  call?: string;
  /** seconds for each action at new tables */
  free?: number;
  /** whether new tables begin with texts */
  texts?: boolean;
  /** the rules of new tables; null: none in particular */
  rules?: { [key: string]: unknown } | null;
  /** what the co-hosts have written; empty: nothing */
  notice?: string;
  /** 0 is Monday; null: no appointment */
  weekday?: number | null;
  time?: string;
  /** the next ones */
  appointments?: Array<Appointment>;
  /** days on which it does not meet */
  cancelled?: Array<string>;
  members?: Array<ClubMember>;
  tables?: Array<ClubTable>;
  /** its number; null: none, or over */
  tournament?: number | null;
  /** whether everybody may watch the tables */
  watched?: boolean;
  /** whether the server allows texts at all */
  may_write?: boolean;
}

/** A seat at a table of a club. */
export interface ClubSeat {
  kind: "free" | "person" | "bot";
  member: string | null;
  /** the one chosen at the table; null: none is */
  portrait: string | null;
  here: boolean;
  /** the ledger, in Schilling */
  amount: number;
  /** by post: until when the person has said to be away, which may be past */
  excused_until: number | null;
  /** by post: from when on, which may be a time to come */
  excused_from?: number | null;
}

/** The caller's standing in a club. */
export interface ClubSelf {
  member: string;
  role: "founder" | "cohost" | "member" | "guest" | "asking";
}

/** A table of a club. */
export interface ClubTable {
  table: string;
  /** from 1, in the order of opening in the club; it stays */
  number: number;
  stage: "gathering" | "shuffling" | "playing" | "between" | "over";
  /** the number of finished deals */
  deals: number;
  /** the seat whose turn it is; null between two deals */
  to_act: number | null;
  /** seconds for each action; from 3600 on, by post */
  free: number;
  /** by post, when a bot takes the turn; otherwise null */
  until: number | null;
  seats: Array<ClubSeat>;
  /** the bot in all seats of bots */
  bot: string;
  /** `preset` and overrides, as in a record */
  rules: { [key: string]: unknown };
}

/** Whether to expect the caller on a day. */
export interface Coming {
  /** such as `2026-12-03` */
  day: string;
  answer: "yes" | "no" | "substitute";
}

/** A seat's contribution to the shuffle. */
export interface Contribution {
  seat: number;
  /** 1 to 64 bytes as hexadecimal digits */
  value: string;
}

/** The cut by the seat on the dealer's right. */
export interface Cut {
  seat: number;
  /** number of cards lifted off, 1 to 35 */
  at: number;
}

/** The deals of a day. */
export interface Daily {
  /** the date, such as `2026-11-26` */
  day: string;
  deals: Array<DailyDeal>;
}

/** A deal of a day. */
export interface DailyDeal {
  /** from 1 to 3 */
  number: number;
  /** the seat of the person */
  seat: number;
  /** the bot in each seat; null in the person's */
  bots: Array<string | null>;
  /** of the deal without actions */
  record: Record;
}

/** The results of the deals of a day. */
export interface DayResults {
  day: string;
  /** of all results of the day */
  count: number;
  /** best first; after the first 50, only that of the caller's device */
  results: Array<RankedResult>;
  /** days for which a result is kept; null: until the host deletes it */
  keep_days: number | null;
}

/** The favourites and the comments of members for a deal. */
export interface DealMarks {
  /** the members who count it among theirs */
  favourites: Array<string>;
  comments: Array<BookComment>;
}

/** Whether the caller wants no texts at the table. */
export interface Declined {
  declined: boolean;
}

/** The devices on which a member has switched messages on. */
export interface Devices {
  /** the server's public key, for `PushManager.subscribe`; null: it sends none */
  key: string | null;
  /** the SHA-256 of the `endpoint` of each, in hexadecimal */
  devices: Array<string>;
}

/** A round of a tournament. */
export interface DrawnRound {
  number: number;
  /** to its draw and its decks */
  contributions: Array<string>;
  tables: Array<DrawnTable>;
}

/** A seat at a table of a round. */
export interface DrawnSeat {
  /** null: a bot */
  member: string | null;
  name: string | null;
  /** whether the person follows the table now */
  here: boolean;
}

/** A table of a round. */
export interface DrawnTable {
  table: string;
  /** in the current round, who sits there now */
  seats: Array<DrawnSeat>;
  /** how many it has finished */
  deals: number;
  /** whether it plays no more in this round */
  over: boolean;
  /** the seat whose turn it is */
  to_act: number | null;
}

/** The end of a tournament. */
export interface Ending {
  even_unfinished?: boolean;
}

/** An error. */
export interface Error {
  /** one of a fixed set, for programs */
  code: string;
  action: number | null;
  /** a sentence, for people */
  message: string;
  /** the club that shows a table to its people */
  club?: string | null;
}

/** A deal in the book. */
export interface EveningDeal {
  /** the members who count it among theirs */
  favourites: Array<string>;
  comments: Array<BookComment>;
  table: string;
  deal: number;
  /** Schilling by member */
  amounts: { [key: string]: number };
  /** null: a bot, or nobody */
  declarer: string | null;
  contract: "dobbm" | "solo" | null;
  /** whether the declarer has won; null: nobody declared */
  won: boolean | null;
}

/** Until when the caller is away, at a table by post. */
export interface Excused {
  /** Unix seconds, at most 31 days from now; null: no more */
  until: number | null;
}

/** Whether the caller counts a deal among the own favourites. */
export interface Favourite {
  chosen: boolean;
}

/** Whether the server plays the only legal card for the seat. */
export interface Forced {
  on: boolean;
}

/** The rules of a server for founding clubs. */
export interface Founding {
  founding: "anyone" | "host";
  /** the most bytes of a file from which a club is founded again */
  archive: number;
}

/** A code that moves the caller's seat to another device. */
export interface Handover {
  /** as secret as a token */
  code: string;
  /** when the code goes out of date, in Unix seconds */
  until: number;
}

/** The code by which another device offers its seat. */
export interface HandoverCode {
  code: string;
  /** a random identifier of at least 128 bits, chosen by the client: a request repeated with it is carried out once and gets the same seat and token. Keep it as secret as the token */
  request?: string | null;
}

/** A bot's assessment of the caller's possible actions. */
export interface Hint {
  /** the turn that the hint is for */
  turn: number;
  /** best first */
  hints: Array<Advice>;
}

/** The house rules of a table; the host may change some of them. */
export interface HouseRules {
  players: 4 | 5;
  /** `preset` and overrides, as in a record */
  rules: { [key: string]: unknown };
  /** the bot that plays seats without a person */
  bot: string;
  /** seconds in a seat's time bank, refilled for every deal */
  bank: number;
  /** seconds for each action before the time bank is used */
  free: number;
  /** whether the lobby shows the table */
  listed: boolean;
  /** seconds by which spectators see events later */
  delay: number;
  /** whether the first deal waits until all are ready */
  ready_check: boolean;
  /** whether the host allows texts */
  texts: boolean;
  /** the club that the table belongs to; null: none */
  club: string | null;
  /** after how many deals the session ends; null: as the people wish */
  deals: number | null;
  /** the name of the decks that other tables have, too; null: none */
  decks: string | null;
}

/** Whether the bots play the deal in progress without pauses. */
export interface Hurried {
  on: boolean;
}

/** A code for the guests of an evening: the page's address with `#guest=CODE`. */
export interface Invitation {
  code: string;
  /** when the code goes out of date, and the guests' links, too */
  until: number;
}

/** A card that was played, assessed double-dummy. */
export interface Judged {
  /** the index of the card among the actions of the record */
  action: number;
  seat: number;
  card: string;
  /** the declarer's card points after each legal card, with best play by everyone */
  values: { [key: string]: number };
  /** card points that the card lost for its side, compared with the best card */
  cost: number;
}

/** A decision, judged by what its seat could know. */
export interface JudgedDecision {
  /** the index of the action among those of the record */
  action: number;
  phase: "bidding" | "exchange" | "doubling" | "play" | "done";
  /** the action; discards in the order of their names */
  taken: string;
  /** the best action; the one taken if no other is better */
  better: string;
  /** expected card points given away, compared with the better action; in a bid, those of a Dobbm's declarer */
  cost: number;
  /** the standard error of the cost, in card points */
  error: number;
  /** the cost in Schilling */
  payment: number;
  /** whether the cost is clear, and a card point at least */
  mistake: boolean;
  /** the weaker bots that would have acted worse, if the action taken was clearly the best one */
  missed_by: Array<string>;
  /** for the value of the action taken */
  reason: Reason;
  /** for the value of the better action */
  better_reason: Reason;
  /** for each action considered, the card points by which it is behind the best */
  behind: { [key: string]: number };
}

/** The decisions of a seat in a deal, judged by what it could know. */
export interface Judgement {
  /** what has judged; other judges may judge otherwise */
  judge: string;
  seat: number;
  /** in order; actions that were the only possible ones are left out */
  decisions: Array<JudgedDecision>;
}

/** A finished deal as a line of the ledger. */
export interface LedgerLine {
  /** the number of the deal, from 1 */
  deal: number;
  /** the number of the session, from 1 */
  session: number;
  /** whether the deal belongs to a Mußrunde */
  must: boolean;
  declarer: number | null;
  contract: "dobbm" | "solo" | null;
  doublings: number;
  /** the declarer's card points */
  points: number | null;
  /** the declarer's tricks */
  tricks: number | null;
  outcome: "won" | "lost" | "eingestellt" | "thrown_in" | "revoke";
  /** what each seat received, in Schilling */
  payments: Array<number>;
  next_dealer: number;
  /** who sat there at the end of the deal */
  seats: Array<Occupant>;
  /** what the occupants had won after the deal */
  ledger: Array<number>;
  /** what those had won after the deal who had no seat any more */
  settled: Array<Account>;
}

/** Lines of a file of records. */
export interface Lines {
  lines: Array<string>;
}

/** The token of a personal link: the page's address with `#me=TOKEN` opens the chair. */
export interface Link {
  club: string;
  member: string;
  /** opens the member's chair on any device; keep it secret */
  token: string;
}

/** A table in the lobby. */
export interface Listed {
  table: string;
  /** names of the people seated; null: erased */
  names: Array<string | null>;
  /** number of free seats */
  free: number;
  seats: Array<ListedSeat>;
  options: HouseRules;
}

/** A seat of a table in the lobby. */
export interface ListedSeat {
  /** the portrait that the person has chosen, if any */
  portrait?: string | null;
  kind: "free" | "bot" | "person";
  /** name of the person or bot; null: erased */
  name: string | null;
}

/** Whether the club meets on a day, and whether its evening is moved. */
export interface Meeting {
  meets: boolean;
  /** another day; null: none */
  to?: string | null;
  /** another time; null: as every week */
  time?: string | null;
}

/** The result of a member on an evening, or on several. */
export interface MemberMark {
  member: string;
  /** in Schilling */
  amount: number;
  deals: number;
  evenings: number;
  declared: number;
  /** deals declared and won */
  won: number;
  defended: number;
  /** deals defended in which the declarer lost */
  held: number;
  /** the most that a Solo has paid, in Schilling */
  best_solo: number;
  per_deal: number;
}

/** The seat that a person now has at a table. */
export interface Moved {
  seat: number;
}

/** The seats whose occupants are muted. */
export interface Muted {
  seats: Array<number>;
}

/** The day and the time at which a club meets every week. */
export interface NewAppointment {
  /** 0 is Monday; null: no appointment */
  weekday: number | null;
  time?: string;
}

/** A club to be founded. */
export interface NewClub {
  name: string;
  founder: string;
  /** such as `Europe/Vienna`, or `UTC` */
  zone?: string;
  /** a random identifier of at least 128 bits, chosen by the client: a request repeated with it is carried out once and gets the same seat and token. Keep it as secret as the token */
  request?: string | null;
}

/** The settings of a new table of a club. */
export interface NewClubTable {
  players?: 4 | 5;
  /** `preset` and overrides, as in a record */
  rules?: { [key: string]: unknown };
  /** one of random, simple, trained, network, pimc:quick, pimc, pimc:strong */
  bot?: string;
  /** seconds in a seat's time bank */
  bank?: number;
  /** seconds for each action before the time bank is used; from 3600 on, the table is played by post, and nobody need be there; left out: as the club wishes */
  free?: number;
  /** number of seats that bots take */
  bots?: number;
  /** a random identifier of at least 128 bits, chosen by the client: a request repeated with it is carried out once and gets the same seat and token. Keep it as secret as the token */
  request?: string | null;
}

/** A comment on a deal. */
export interface NewComment {
  /** one line of at most 200 characters; control characters are left out, and white space counts as one space */
  text: string;
}

/** A contribution to the next shuffle. */
export interface NewContribution {
  /** 1 to 64 bytes as lower-case hexadecimal digits */
  value: string;
  /** number of cards that the seat on the dealer's right lifts off */
  cut?: number | null;
}

/** A device, as its browser describes it (`PushSubscription`). */
export interface NewDevice {
  endpoint: string;
  /** the device's public key */
  p256dh: string;
  /** a secret of the device */
  auth: string;
  /** of the messages */
  language?: "de" | "en" | "ja";
}

/** An evening with real cards. */
export interface NewEvening {
  /** such as `2026-12-03` */
  day: string;
  deals: number;
  /** Schilling by member; they add up to 0 */
  amounts: { [key: string]: number };
}

/** Somebody who has been invited for an evening. */
export interface NewGuest {
  name: string;
  /** a random identifier of at least 128 bits, chosen by the client: a request repeated with it is carried out once and gets the same seat and token. Keep it as secret as the token */
  request?: string | null;
  /** from `POST …/invitations` */
  code: string;
}

/** Somebody who comes to a club. */
export interface NewMember {
  name: string;
  /** a random identifier of at least 128 bits, chosen by the client: a request repeated with it is carried out once and gets the same seat and token. Keep it as secret as the token */
  request?: string | null;
}

/** The name that somebody in a club wants to have. */
export interface NewName {
  name: string;
}

/** The notice of a club. */
export interface NewNotice {
  /** up to 500 characters in several lines; control characters are left out; empty: removes it */
  text: string;
}

/** A payment of a member to another. */
export interface NewPayment {
  payer: string;
  payee: string;
  /** in Schilling */
  amount: number;
  /** whether it is one of the `debts`, which is refused once it has changed */
  settles?: boolean;
}

/** A report to the host of the server: of a text or of a person, one of the two. */
export interface NewReport {
  /** the `number` of a text that the caller can read */
  text?: number | null;
  /** the seat of a person, whose name or conduct it is about */
  seat?: number | null;
}

/** The role that a member gets. */
export interface NewRole {
  role: "member" | "cohost" | "founder";
}

/** House rules that the host may change until the first deal. */
export interface NewRules {
  players?: 4 | 5;
  /** `preset` and overrides, as in a record */
  rules?: { [key: string]: unknown };
  /** one of random, simple, trained, network, pimc:quick, pimc, pimc:strong */
  bot?: string;
  /** seconds in a seat's time bank */
  bank?: number;
  /** seconds for each action before the time bank is used */
  free?: number;
}

/** A person who wants to take a seat. */
export interface NewSeat {
  name?: string;
  /** null: the first free seat */
  seat?: number | null;
  /** a random identifier of at least 128 bits, chosen by the client: a request repeated with it is carried out once and gets the same seat and token. Keep it as secret as the token */
  request?: string | null;
}

/** The settings of a new table. */
export interface NewTable {
  players?: 4 | 5;
  /** `preset` and overrides, as in a record */
  rules?: { [key: string]: unknown };
  /** one of random, simple, trained, network, pimc:quick, pimc, pimc:strong */
  bot?: string;
  /** seconds in a seat's time bank */
  bank?: number;
  /** seconds for each action before the time bank is used */
  free?: number;
  name?: string;
  /** number of seats that bots take */
  bots?: number;
  /** whether the lobby shows the table */
  listed?: boolean;
  /** seconds by which spectators see events later */
  delay?: number;
  /** whether the first deal waits until all people are ready */
  ready_check?: boolean;
  /** whether people may write texts; null: unless the lobby shows the table */
  texts?: boolean | null;
  /** a random identifier of at least 128 bits, chosen by the client: a request repeated with it is carried out once and gets the same seat and token. Keep it as secret as the token */
  request?: string | null;
}

/** A text to the others at the table. */
export interface NewText {
  /** one line of at most 200 characters; control characters are left out, and white space counts as one space */
  text: string;
  /** a random identifier of at least 128 bits, chosen by the client: a request repeated with it is carried out once and gets the same seat and token. Keep it as secret as the token */
  request?: string | null;
}

/** The settings of a tournament, and the house rules of its tables. */
export interface NewTournament {
  players?: 4 | 5;
  /** `preset` and overrides, as in a record */
  rules?: { [key: string]: unknown };
  /** one of random, simple, trained, network, pimc:quick, pimc, pimc:strong */
  bot?: string;
  /** seconds in a seat's time bank */
  bank?: number;
  /** seconds for each action before the time bank is used */
  free?: number;
  /** deals in a round */
  deals?: number;
  /** who sits at which table: by `lot`; by `standing`, the best at the first table; so that `everybody` meets everybody as far as possible. The first round is drawn by lot */
  draw?: "lot" | "standing" | "everybody";
  /** whether all tables have the same decks */
  duplicate?: boolean;
}

/** The round to be drawn. */
export interface NextRound {
  /** from 1 */
  number: number;
  /** whether tables that still play do not matter */
  even_unfinished?: boolean;
}

/** The deal of the night: most members count it among their favourites, or it is the dearest. */
export interface NightDeal {
  table: string;
  deal: number;
  /** how many members do so; 0: it is the dearest */
  favourites: number;
}

/** The notice of a club. */
export interface Notice {
  /** empty: there is none */
  text: string;
}

/** The person or bot in a seat at the end of a deal. */
export interface Occupant {
  /** at a table of a club: the names of bots that members bear, so that the page gives them to no bot */
  namesakes?: Array<string>;
  kind: "bot" | "person";
  /** name of the person or bot; null: erased */
  name: string | null;
}

/** A new table and the caller's seat at it. */
export interface Opened {
  /** the table's name; anyone who knows it may join */
  table: string;
  /** the caller's seat; seats are numbered clockwise from 0 */
  seat: number;
  /** opens the seat; keep it secret */
  token: string;
}

/** The caller's private preferences; nobody else sees them. */
export interface Own {
  /** the action planned for this deal */
  plan?: string | null;
  /** whether the only legal card is played automatically */
  forced?: boolean;
  /** seats of the people who are muted */
  muted?: Array<number>;
  /** whether the caller wants no texts at this table */
  declined?: boolean;
  /** whether the caller has taken the seat after the end of the deal in `view` */
  newcomer?: boolean;
}

/** A ban of the person's name. */
export interface OwnBan {
  /** when it began, in Unix seconds */
  at: number;
  /** when it ends; null: when the host ends it */
  until: number | null;
}

/** A device that receives messages of a club. */
export interface OwnDevice {
  /** its secret address at its push service */
  endpoint: string;
  language: string;
  /** when messages were switched on, in Unix seconds */
  since: number;
  /** when it was last told of a turn; 0: never */
  told: number;
}

/** A report to the host of the server, by the person or about the person. */
export interface OwnReport {
  /** when it came, in Unix seconds */
  at: number;
  /** the number of the deal */
  deal: number;
  /** the number of the text's event; 0: about the name or the conduct */
  number: number;
  /** the text as written */
  text: string | null;
  /** when the host settled it; null: it is open */
  settled: number | null;
}

/** The seat where a person who knows the table wants to sit. */
export interface OwnSeat {
  /** seats are numbered clockwise from 0 */
  seat: number;
}

/** A text that the person has written. */
export interface OwnText {
  /** the number of its event */
  number: number;
  text: string;
}

/** A set phrase of table talk. */
export interface Phrase {
  /** the words spoken at the table, in Tyrolean */
  text: string;
  /** the meaning in English */
  gloss: string;
}

/** An action that a seat plans before its turn. */
export interface Plan {
  /** null cancels the plan */
  action: string | null;
}

/** A deal for bots to continue. */
export interface PlayOn {
  /** the record of a deal in progress */
  record: { [key: string]: unknown };
  /** the seat that no bot plays; null: bots play the deal to its end */
  seat: number | null;
  /** one of random, simple, trained, network, pimc:quick, pimc, pimc:strong */
  bot?: string;
  /** the bot of each seat; null: `bot` */
  bots?: Array<string | null> | null;
}

/** The deals of a day as a person has played them, and the name to show. */
export interface PlayedDay {
  name: string;
  /** the actions of each deal, as in its record */
  deals: Array<Array<string>>;
}

/** Somebody in a tournament. */
export interface Player {
  member: string;
  /** null: erased */
  name: string | null;
}

/** The contribution of a player to the draws and the decks of a tournament. */
export interface PlayerEntry {
  /** 1 to 64 random bytes as hexadecimal digits */
  value?: string;
}

/** The score of a player; the winnings of bots are nobody's. */
export interface PlayerScore {
  member: string;
  /** null: erased */
  name: string | null;
  /** in Schilling */
  amount: number;
  deals: number;
  /** by how many Schilling the player was better than the mean of the others who had the same cards in the same seat, rounded to 0.01; 0 without the same decks */
  compared: number;
}

/** The portrait that the caller chooses. */
export interface Portrait {
  /** one of hat-feather, plaits, moustache, headscarf, spectacles, curls, beard, bonnet, cap, braid-crown, bald, fur-cap */
  portrait: string;
}

/** A deal that bots have continued. */
export interface Practice {
  record: Record;
  /** the bots' actions, in order */
  acted: Array<Acted>;
  /** the seat's view, or a spectator's without a seat */
  view: View;
}

/** The settings of the host that concern what is stored. */
export interface Privacy {
  /** how to reach the host; null: the host does not say */
  contact: string | null;
  /** days after which tables that nobody has touched are deleted; null: they stay */
  keep_days: number | null;
  /** whether people can write texts to each other */
  texts: boolean;
}

/** The response to a refused request. */
export interface Problem {
  error: Error;
}

/** An open question to all people at the table. */
export interface Question {
  what: "claim" | "take_back";
  /** the seat that asks */
  seat: number;
  /** in Unix seconds; refused if not answered within 20 seconds */
  since: number;
  /** seats that have agreed */
  agreed: Array<number>;
}

/** Somebody's result of the deals of a day, and its place. */
export interface RankedResult {
  /** from 1; equal sums share a place */
  place: number;
  name: string;
  /** the payment of each deal, in Schilling */
  paid: Array<number>;
  /** their sum */
  total: number;
  /** whether it is that of the caller's device */
  own: boolean;
}

/** The record of a finished deal in a line, or why there is none. */
export interface ReadRecord {
  record: Record | null;
  /** null without a record, if five play, or if the server's bots cannot think */
  worth: Worth | null;
  /** of the error; `unfinished`: the deal is in progress; empty */
  code: string;
  /** the index of the action at fault */
  action: number | null;
}

/** The reason for an action's value: a sentence, and values for its placeholders only. */
export interface Reason {
  /** in English, as in the message catalogues, with some of the placeholders `{card}`, `{seat}`, `{often}`, `{points}` and `{suits}` */
  sentence: string;
  card?: string;
  seat?: number;
  /** `percent` in words: in English, as in the catalogues */
  often?: string;
  /** percentage of the worlds considered; given with `often` */
  percent?: number;
  /** card points */
  points?: number;
  /** suits by letter: `H`, `L`, `A`, `B` */
  suits?: Array<string>;
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

/** Whether a reminder goes to somebody whose turn it is. */
export interface Reminded {
  /** false: the person receives none, or has had one just now */
  reminded: boolean;
}

/** The result of a deal. */
export interface Result {
  phase: "done";
  declarer: number | null;
  contract: "dobbm" | "solo" | null;
  doublings: number;
  /** the declarer's card points */
  points: number | null;
  /** the declarer's tricks */
  tricks: number | null;
  outcome: "won" | "lost" | "eingestellt" | "thrown_in" | "revoke";
  /** what each seat receives, in Schilling; negative if it pays; the sum is 0 */
  payments: Array<number>;
  next_dealer: number;
  to_act: null;
  /** always empty */
  legal: Array<string>;
}

/** Every option of the rules (docs/rules.md 11). */
export interface RuleOptions {
  /** the price of a Match, a difference of 60 card points, in Schilling: 1 to 10⁹ */
  match: number;
  /** payments are rounded up to multiples of so many Schilling, before doubling: 1 to 10⁹ */
  unit: number;
  /** the trump required with each discarded sow: one that is not a sow, or any */
  sow_companion: "plain" | "any";
  /** the player from whose left the defenders are asked in turn, clockwise */
  doubling_from: "declarer" | "dealer";
  /** whether a revoke is refused, or ends the deal with a penalty */
  revokes: "prevented" | "penalised";
  /** the maximum number of doublings in a deal: 0 to 10⁹; null: no limit */
  max_doublings: number | null;
}

/** A seat and its occupant. The other fields depend on its kind. */
export interface Seat {
  /** the portrait that the person has chosen, if any */
  portrait?: string | null;
  kind: "free" | "bot" | "person";
  /** name of the person or bot; null: erased */
  name: string | null;
  /** why a bot stands in: the person is `gone` or the time bank empty (`clock`) */
  stood_in?: "gone" | "clock" | null;
  /** seconds left in the time bank */
  bank?: number;
  /** seconds left in this deal during which the clock waits while the connection of the person is lost */
  grace?: number;
  /** by post: until when the person has said to be away, in Unix seconds, which may be past; absent: never */
  excused_until?: number;
  /** by post: from when on, which may be a time to come; absent: never */
  excused_from?: number;
  /** while the person and the host are away: seats whose people agree to give the seat to a bot */
  released_by?: Array<number>;
  /** at a table of a club: the names of bots that members bear, so that the page gives them to no bot */
  namesakes?: Array<string>;
  /** what the person has voted for */
  wishes: Array<"ready" | "next" | "mussrunde" | "end" | "again">;
  /** whether the person has an open event stream or was active recently */
  present: boolean;
}

/** The caller's seat at a table. */
export interface Seated {
  seat: number;
  /** opens the seat; keep it secret */
  token: string;
}

/** The shuffle of the next deal, or of the deal in progress; its end reveals the secret. */
export interface Shuffle {
  /** the SHA-256 of the server's secret, in hexadecimal */
  commitment: string;
  /** the number of the deal, from 1 */
  deal: number;
  contributions: Array<Contribution>;
  cut: Cut | null;
  /** the seat that may cut; null once the cards are dealt */
  cutter: number | null;
  /** seats of the people whose contributions did not arrive in time */
  left_out: Array<number>;
  /** whether contributions are still accepted */
  open: boolean;
}

/** An action in a deal, with its seat and phase. */
export interface Step {
  seat: number;
  phase: "bidding" | "exchange" | "doubling" | "play";
  /** another seat's discards are `? ? ? ?` */
  action: string;
}

/** All that is stored about a person at a table, except for the actions of the deals. */
export interface StoredPerson {
  table: string;
  /** the person's identifier */
  person: string;
  /** null: erased */
  name: string | null;
  /** when the person was last there, in Unix seconds */
  seen: number;
  /** what the person has chosen at the table */
  preferences: { [key: string]: unknown };
  texts: Array<OwnText>;
  /** what the person has reported to the host */
  reports: Array<OwnReport>;
  /** settled reports about the person */
  reported: Array<OwnReport>;
  /** bans of the name */
  bans: Array<OwnBan>;
  /** the devices that receive messages of the club */
  devices: Array<OwnDevice>;
}

/** Two seats whose occupants change places. */
export interface Swap {
  seats: Array<number>;
}

/** A table as the caller sees it; also the `data` of every event in a stream. */
export interface Table {
  table: string;
  /** number of events so far, which is the `id` of the latest */
  number: number;
  /** number of actions so far; a take-back counts as one, too */
  turn: number;
  /** free seats, or people who are not ready; shuffling; a deal in progress; between two deals; session over */
  stage: "gathering" | "shuffling" | "playing" | "between" | "over";
  /** the number of the deal, from 1; 0 before the first */
  deal: number;
  seats: Array<Seat>;
  options: HouseRules;
  /** the number of the session, from 1; 0 before the first */
  session: number;
  /** the seat of the host, who arranges the table */
  host: number | null;
  /** the winnings of each seat's occupant in the session, in Schilling */
  ledger: Array<number>;
  /** the winnings of those who have no seat any more */
  settled: Array<Account>;
  next_dealer: number | null;
  /** number of deals left in the Mußrunde; null: none agreed */
  mussrunde_left: number | null;
  /** null: no clock; one person plays against bots */
  clock: Clock | null;
  shuffle: Shuffle | null;
  question: Question | null;
  /** the places in `view.steps` of the actions that bots have taken for people */
  stand_ins: Array<number>;
  /** who held the seats at the end of the deal in `view`; null unless it is over */
  held: Array<Occupant> | null;
  /** whether people may write texts; if not, because the host allows none, because somebody at the table declines, or because the server forbids them */
  texts: "on" | "off" | "declined" | "forbidden";
  /** absent for spectators */
  own?: Own | null;
  /** the caller's seat; null for a spectator */
  seat: number | null;
  change: Change;
  /** view of the current or last deal; null before the first */
  view: View | null;
}

/** The deals of an evening at a table. */
export interface TableSpan {
  table: string;
  /** as on the club's page, or in the round of a tournament */
  number: number;
  /** null: no table of a tournament */
  round: number | null;
  /** counts those of the club from 1; null: as for the round */
  tournament?: number | null;
  first: number;
  last: number;
}

/** Table talk. */
export interface Talk {
  /** one of hello, good_cards, well_played, oops, so_it_goes, moment, your_turn, thanks, bye, up, applause, laugh, surprise, thinking, round */
  phrase: string;
}

/** A finished deal. */
export interface ToAnalyse {
  /** the record of a finished deal */
  record: { [key: string]: unknown };
}

/** A seat's decisions to judge. */
export interface ToJudge {
  /** the record of a deal */
  record: { [key: string]: unknown };
  /** seats are numbered clockwise from 0 */
  seat: number;
}

/** A finished deal, and a seat that looks back at it. */
export interface ToView {
  /** the record of a finished deal */
  record: { [key: string]: unknown };
  /** null: a spectator */
  seat: number | null;
}

/** The newest tournament of a club. */
export interface TournamentNow {
  now: number;
  club: string;
  name: string;
  /** null: the club has had none */
  tournament: TournamentPage | null;
}

/** A tournament of a club. */
export interface TournamentPage {
  number: number;
  /** the member who has opened it */
  by: string;
  /** whether the caller may draw rounds */
  leads: boolean;
  /** deals in a round */
  deals: number;
  draw: "lot" | "standing" | "everybody";
  duplicate: boolean;
  /** seats at a table */
  players: number;
  /** the SHA-256 of the secret, published from the start */
  commitment: string;
  /** shown at the end */
  secret: string | null;
  ended: number | null;
  entered: Array<Player>;
  rounds: Array<DrawnRound>;
  /** the best first; with the same decks, only deals that all tables have finished */
  standing: Array<PlayerScore>;
}

/** A trick, complete or still on the table. */
export interface Trick {
  /** all four seats in the order of play, the leader first */
  seats: Array<number>;
  /** the cards played so far, in the same order */
  cards: Array<string>;
  /** the seat that took it; null: still on the table, or a revoke ended the deal */
  winner: number | null;
  /** the card points in the trick */
  points: number;
}

/** The turn after the request. */
export interface Turn {
  /** number of actions at the table so far */
  turn: number;
}

/** Everything a seat may know about a deal, and nothing more; a spectator's `seat` is null. */
export interface View {
  seat: number | null;
  /** the cards held now */
  hand: Array<string>;
  /** the talon, for the declarer who took it up */
  dobb: Array<string> | null;
  /** the four discards, for their declarer only */
  discards: Array<string> | null;
  /** this seat's legal actions; null in the exchange, [] when it is not its turn */
  legal: Array<string> | null;
  /** all so far; another seat's discards are `? ? ? ?` */
  actions: Array<string>;
  /** the actions, each with its seat and phase */
  steps: Array<Step>;
  /** the full record, once the deal is done */
  record?: Record | null;
  /** the result, once the deal is done */
  result?: Result | null;
  rules: RuleOptions;
  players: number;
  dealer: number;
  /** whether the deal belongs to a Mußrunde */
  must: boolean;
  /** all tricks begun, in order; the last may still be on the table */
  tricks: Array<Trick>;
  phase: "bidding" | "exchange" | "doubling" | "play" | "done";
  declarer: number | null;
  contract: "dobbm" | "solo" | null;
  doublings: number;
  to_act: number | null;
}

/** The seat that a member wants. */
export interface WantedChair {
  /** null: one's own, the first free one or, without any, the first of a bot */
  seat?: number | null;
}

/** Whether everybody may watch the tables of a club who has their addresses. */
export interface Watching {
  allowed: boolean;
}

/** The values of the hands of a deal before anybody played them. */
export interface Worth {
  /** changes whenever the same hand is worth something else */
  version: number;
  /** by how much more its best word promised each seat, when it was to speak, than the average hand of the deal; in Schilling at a Match of 60 */
  seats: Array<number>;
}

/** A text and the person who has written it. */
export interface WrittenText {
  /** the number of its event */
  number: number;
  /** where the person sat */
  seat: number;
  /** the person's name; null: erased */
  name: string | null;
  text: string;
}
