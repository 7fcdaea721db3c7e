import type { ClassFacts } from '@speakifyr/contract/classes.ts';
import type { PlanPart } from '@speakifyr/contract/owed.ts';
import type { PriceLine, Pricing } from '@speakifyr/contract/prices.ts';
import type { SeatExtra } from '@speakifyr/contract/seat-extras.ts';
import type { ByDay } from '@speakifyr/contract/sold-by-day.ts';
import type { SeatTax } from '@speakifyr/contract/tax.ts';
import type { ObjectId } from 'mongodb';
import type { SchoolEvent } from './event-document.ts';
import type { HeldMove, LostLine } from './money-documents.ts';
import type { ResoldSeat, SeatOffer, WaitingDemand, WaitingEntry } from './waiting-documents.ts';

/** A class with its seats, its waiting list, its groups and its team. */

type SeatOwner = {
  /** Stays the same when the held seat is paid. */
  seatId: ObjectId;
  /** The account that booked the seat. */
  userId: ObjectId;
  /** The child that the seat is for. Missing if the account joined for itself. */
  childId?: ObjectId;
  joinedAt: Date;
  /** The days that were chosen of a class that is sold by day, in order, yyyy-mm-dd. Missing: all of them. R647 */
  days?: string[];
  /** The school's tax when the seat was held. Missing without one. decisions/0124 */
  tax?: SeatTax;
};

/** A seat that is reserved for a student who has not paid yet. */
export type HeldSeat = SeatOwner & {
  state: 'held';
  heldUntil: Date;
  /** Whether the hold was extended. Opening the payment page extends it once. */
  renewed: boolean;
  /** A keyed hash of the network address that the student joined from. */
  addressHash?: string;
  /** Its price as of the hold. Missing if the class was free, and for an offer until its email is out. */
  pricing?: Pricing;
  /** What the family chose for it. Missing if nothing. They take places in the class like those of paid seats. */
  extras?: SeatExtra[];
  /** Set if it was offered to somebody on the waiting list. */
  offer?: SeatOffer;
  /** Set if another seat moves here once the difference is paid. */
  move?: HeldMove;
  /**
   * Set if the office holds it for the family. `price`: what was agreed, in whole currency units, without extras; the
   * most that it costs. `pricing`: by which it came about. Missing: another price was agreed, or it was reserved before
   * this was kept; then its price does not depend on what is paid with it. R431
   */
  reserved?: { price: number; by: ObjectId; lines?: PriceLine[]; pricing?: Pricing };
  /** What the paid seat had whose payment bounced: its group, say. It comes back once it is paid again. R697 */
  before?: Pick<EnrolledSeat, 'grouping' | 'friends'>;
};

/** A paid seat. */
export type EnrolledSeat = SeatOwner & {
  state: 'enrolled';
  entry_code: string;
  paymentId: string;
  /** The price paid, or the one agreed with a plan, in whole currency units. Includes extras. */
  price: number;
  /** How it came about. Missing if nothing was taken off or added. */
  lines?: PriceLine[];
  /** What the family has chosen for it, paid or not. Missing if nothing. decisions/0077 */
  extras?: SeatExtra[];
  /**
   * What its moves have lost of the discounts of other seats. What nothing came back from which to take comes off what a
   * later change gives back. R472
   */
  lost?: LostLine[];
  enrolledAt: Date;
  /** Set if the price is paid in parts. With `coPay`, it covers what the booker pays. */
  plan?: SeatPlan;
  /** Set if another household pays a share of the price: who, and its plan. decisions/0065 */
  coPay?: { userId: ObjectId; plan: SeatPlan };
  /** Its owner is refunded once somebody else enrolls. Until then, the class has one more free seat than places. */
  isForResale?: true;
  /** The move that brought it here from another class. It names the seat's calendar entry. */
  movedBy?: ObjectId;
  /** Where the office has put its person among the groups. Missing: nowhere. decisions/0132 */
  grouping?: SeatGrouping;
  /** With whom its family wishes its person to be: families/friends.ts. Missing: nobody. It ends as `grouping` does. */
  friends?: SeatFriends;
};

/**
 * `group`: of the class. `together`, `apart`: ids of pairs; the two seats that share one should be in one group, or must not
 * be. Only the office reads these. It ends with the seat, and when that gets another class or another child.
 */
export type SeatGrouping = { group?: ObjectId; together?: ObjectId[]; apart?: ObjectId[] };

/**
 * `own`: the circle that its family made, with the code as a keyed hash. `joined`: the circles of other seats, by their ids.
 * `isFriend`: who made it said yes.
 */
export type SeatFriends = {
  own?: { _id: ObjectId; hash: string; until: Date } | undefined;
  joined?: { circle: ObjectId; isFriend?: true }[];
};

/** What the office agreed with a family about the price of a seat, or a parent by card. decisions/0062 */
export type AgreedPlan = {
  /** The first one is the deposit, due on the day of the agreement. Together, they were the price. */
  parts: PlanPart[];
  agreedAt: Date;
  /** The admin, or the parent if they pay by card. */
  by: ObjectId;
  /**
   * Set if due parts are charged to that parent's saved card: what they agreed to, and in which version of the school's text.
   * Older ones have none. decisions/0064
   */
  byCard?: { text: string; version?: string };
};

/** A plan and what is paid of it. What is owed follows from `parts` and `paid`: contract/src/owed.ts. */
export type SeatPlan = AgreedPlan & {
  /** What each payment paid of these parts, the deposit included, in cents. Each payment is here once. */
  paid: { paymentId: string; amount: number }[];
  /** The day of the oldest part that is still owed, for the index. Missing if nothing is. */
  due?: string;
  /** Who owes it, if it has passed from the booker to another guardian. Missing: the booker. decisions/0082 */
  payerId?: ObjectId;
};

export type Seat = HeldSeat | EnrolledSeat;

/**
 * A class contains its seats, so that every change of a seat is one atomic update of one document. `sit` is the number
 * of free seats. Archived classes can't be seen or joined; students who paid keep their seats. Only admins see a
 * draft, which has no seats taken and no instructor. Ages, hours and place are optional.
 */
export type ClassDocument = Partial<ClassFacts> & {
  _id: ObjectId;
  name: string;
  image: string;
  sit: number;
  price: number;
  assign_room: number;
  /** The first and the last of its days, yyyy-mm-dd. */
  camp_start: string;
  camp_end: string;
  /** All days on which it meets, in order: class-days.ts. Empty if it lasts longer than a year. R645 */
  days: string[];
  /** How families may take some of its days. Missing or null: they can't. R647 */
  byDay?: ByDay | null;
  course_tag: string;
  /** The user who teaches it; null if not assigned. */
  instructorId: ObjectId | null;
  details: string;
  status: 'open' | 'draft' | 'archived';
  seats: Seat[];
  /** The number of the next entry code. */
  nextEntryNumber: number;
  /** Lines that can never get a seat again, because they were paid too late or refunded: `<paymentId>:<seatId>`. */
  refusedItems: string[];
  /** The number of changes by admins. */
  revision: number;
  /** The number of all changes: class-store.ts. Code that decides by what it read compares it when it writes. */
  version: number;
  events?: SchoolEvent[];
  /** The waiting list: seats/queue.ts. */
  waiting?: WaitingEntry[];
  demand?: WaitingDemand;
  /** Seats for resale that somebody else has taken. Their refunds are not on their way yet. */
  resold?: ResoldSeat[];
  /** Set with `archived` if the school has canceled the class: everybody gets their money back. */
  canceled?: {
    at: Date;
    by: ObjectId;
    note: string;
    message?: string;
    seats: number;
    /** Who taught it until then. Missing for nobody, and for one that was canceled before this was kept. */
    instructorId?: ObjectId;
  };
  /** Its staff besides its instructor. At most MAX_TEAM, including those whose days are over: families/team-days.ts. */
  team?: TeamMember[];
  /** Missing: none. decisions/0132 */
  groups?: ClassGroup[];
  /** How often admins have set the groups. Missing: never. */
  groupsVersion?: number;
  /** Of an imported draft: who gets it when it is published, if they still can then. R616 */
  plannedInstructorId?: ObjectId;
};

/** A group of a class. `places`: on each day. `leaders`: users; who has left the class's team since does not count. */
export type ClassGroup = {
  _id: ObjectId;
  name: string;
  ageFrom: number | null;
  ageTo: number | null;
  places: number | null;
  leaders: ObjectId[];
};

/** Somebody on the team of a class. `from` and `to` are their first and last day, yyyy-mm-dd. */
export type TeamMember = {
  _id: ObjectId;
  userId: ObjectId;
  role: 'assistant' | 'substitute';
  from: string;
  to: string;
};
