import type {
  CampNeed,
  GuardianRight,
  RefundReason,
  RefundState,
  Role,
} from '@speakifyr/contract/limits.ts';
import type { MailKind } from '@speakifyr/contract/mail-kinds.ts';
import type { MessageGroup } from '@speakifyr/contract/message-groups.ts';
import type { RefundTerms } from '@speakifyr/contract/refund-terms.ts';
import type { ClassSummary, SeatSummary } from '../../class-facts.ts';

/** An amount in cents; 0 for a free class. `currency` is in capitals. */
export type Charge = { amount: number; currency: string };

/** A fact of a class that changed, such as `Room`, from `12` to `7`. */
export type ClassChange = { label: string; was: string; is: string };

/** A seat that is not paid yet. `child` is null for the reader's own. */
export type HeldFacts = {
  campClass: ClassSummary;
  child: string | null;
  price: number;
  heldUntil: Date;
  /** The class from which another seat moves here once the difference, which is then the price, is paid. */
  movesFrom: string | null;
};

/** A class in a payment. `child` is null for the reader's own seat. `amount` is in cents. */
type BoughtFacts = { className: string; child: string | null; amount: number };

/** What is missing about a child, and where the reader adds it. */
export type NeedFacts = { child: string; missing: CampNeed[]; path: string };

/**
 * A seat that a payment was for. It is `given`; or it could not be given, and the money goes back; or it is `hidden`,
 * because its child is no longer the reader's. `taken`: the school returned its price, and freed it. `canceled`: it was
 * canceled since. `moved`: this was the difference in price for a seat that moves here, which has an email of its own.
 */
export type ItemFacts = BoughtFacts &
  (
    | {
        outcome: 'given';
        campClass: ClassSummary;
        seat: SeatSummary;
        needs: NeedFacts | null;
        /** The last day on which everything comes back, yyyy-mm-dd; null if there is none. */
        freeUntil: string | null;
      }
    | { outcome: 'hidden' }
    | { outcome: 'refused'; refund: RefundState }
    | { outcome: 'taken' }
    | { outcome: 'canceled' }
    | { outcome: 'moved' }
  );

/** A class whose seat is gone, with what takes it out of a calendar; null if there was no seat. */
export type LostFacts = BoughtFacts & {
  entry: EntryFacts | null;
};

/** A seat in a class, as calendars know it. */
export type EntryFacts = { campClass: ClassSummary; seat: SeatSummary };

/** What a waiting list's emails are about. `children` are those who wait; none if the reader waits. */
export type WaitingFacts = { campClass: ClassSummary; children: string[] };

/** What each letter says, as read from the database just before it is written. */
export type LetterFacts = {
  welcome: Record<never, never>;
  'seat held': { seats: HeldFacts[] };
  /** `charge` is what was paid, with what goes back. */
  paid: { items: ItemFacts[]; charge: Charge; paymentId: string; paidAt: Date };
  /** `lost` are the seats that the payment was for. `heldUntil`: while all of them are still held; null if not. */
  'payment refused': {
    lost: LostFacts[];
    charge: Charge;
    paymentId: string;
    heldUntil: Date | null;
  };
  /** `by`: the guardian who booked; null if that is none anymore. `needs`: of the children whom the reader can change. */
  'seat booked': { booked: EntryFacts[]; by: string | null; needs: NeedFacts[] };
  /**
   * `charge` is what goes back, and `state` how far it is. `isWhole`: the payment buys nothing anymore. Otherwise,
   * `lost` has the class that it was for; it is empty if the reader keeps all seats.
   */
  refunded: {
    lost: LostFacts[];
    isWhole: boolean;
    charge: Charge;
    paymentId: string;
    reason: RefundReason;
    state: RefundState;
  };
  /** The reader's own seat, or those of their children. None for the instructor. */
  'class changed': { campClass: ClassSummary; changes: ClassChange[]; seats: SeatSummary[] };
  /**
   * `payment` is null for another guardian of the children, who did not pay. Without a seat, it is for the instructor.
   */
  'class canceled': {
    campClass: ClassSummary;
    seats: SeatSummary[];
    /** `comesBack`: how the money goes back: by itself, or when somebody at the school refunds it. */
    payment: { charges: Charge[]; ids: string[]; comesBack: 'by itself' | 'by hand' } | null;
    /** What the school writes to everybody; empty if nothing. */
    message: string;
  };
  /** `needs`: of the children whom the reader can change. `freeUntil`: as for `paid`; null for who did not pay. */
  reminder: {
    campClass: ClassSummary;
    seats: SeatSummary[];
    days: 7 | 1;
    needs: NeedFacts[];
    freeUntil: string | null;
  };
  'new role': { role: Role };
  /** Goes to an address of which nobody knows yet whose it is, so it says nothing about anybody. */
  'confirm address': { token: string };
  'account removed': Record<never, never>;
  'account deleted': Record<never, never>;
  'contact form': { name: string; email: string; message: string; at: Date };
  'contact copy': { message: string; at: Date };
  /** Nothing that the inviting person typed, except their confirmed address. `children`: for how many. */
  'guardian invited': { from: string; children: number; may: GuardianRight[]; expiresAt: Date };
  'age allowed': { child: string; className: string; isAllowed: boolean; path: string };
  'health question': {
    children: { name: string; className: string; camp_start: string; path: string }[];
  };
  /**
   * `entry` takes the class out of the reader's calendar; null for a payer who is no longer a guardian. `by`: who
   * ended it. `money` is null for another guardian, who did not pay. Its amounts are in cents; `state` is null if nothing
   * comes back.
   */
  'seat canceled': {
    className: string;
    child: string | null;
    entry: EntryFacts | null;
    by: 'parent' | 'school' | 'next person' | 'returned';
    money: {
      refund: Charge;
      kept: Charge;
      ids: string[];
      state: RefundState | null;
    } | null;
  };
  /**
   * At least one of `from` and `to`: a guardian reads of their own children only. `money` is null for a guardian
   * who did not pay. `paid` and `back` are the difference, and `kept` is what the school keeps of it; null if there is none.
   */
  'seat moved': {
    from: EntryFacts | null;
    to: EntryFacts | null;
    /** Then the entry code stays. */
    isSameClass: boolean;
    isBySchool: boolean;
    /** Why an admin moved it. */
    note: string | null;
    /** `waived`: what the new class costs more, and the school did not charge. */
    money: {
      paid: Charge | null;
      back: Charge | null;
      kept: Charge | null;
      waived: Charge | null;
    } | null;
  };
  /** `from`: the name of the class where the seat is now. `price`: the difference, in whole currency units. */
  'move asked': {
    from: string;
    campClass: ClassSummary;
    child: string | null;
    price: number;
    until: Date;
    note: string;
    path: string;
  };
  /** `position`: 1 is the first. */
  'waiting joined': WaitingFacts & { together: boolean; position: number };
  /** `seats` are kept until then. */
  'seat kept': WaitingFacts & { seats: number; until: Date };
  /** `price` is for one seat, in whole currency units. The offer ends at `until`, or later. */
  'seat offered': WaitingFacts & { price: number; until: Date };
  'offer ended': WaitingFacts;
  /** `path`: the page of the class. */
  'seats free': WaitingFacts & { free: number; price: number; path: string };
  'waiting closed': {
    className: string;
    why: 'canceled' | 'started' | 'lapsed';
    /** The class’s page; only for somebody who may join the list again. */
    path?: string;
  };
  /** For admins. `failure` is what Stripe says; empty if it says nothing. */
  'refund failed': {
    classNames: string[];
    payer: string;
    charge: Charge;
    paymentId: string;
    failure: string;
  };
  /**
   * For admins. `inquiry`: the bank only asks, and has taken no money. `won back`: the bank has given the money back after
   * an appeal, but the seats are gone. `terms` is the refund policy at the purchase.
   */
  'payment disputed': {
    stage: 'inquiry' | 'dispute' | 'won back';
    classNames: string[];
    payer: string;
    charge: Charge;
    paymentId: string;
    paidAt: Date;
    dueBy: Date | null;
    terms: RefundTerms;
  };
  /** For admins: a payment for a seat was returned. `refund` and `kept` are what was left of its others. */
  'seat ended': {
    className: string;
    payer: string;
    refund: Charge;
    kept: Charge;
    paymentId: string;
  };
  /** `message` is what they wrote; null if nobody knows whose address it is. */
  'contact reply': { reply: string; message: string | null; at: Date };
  /** `classNames`: those of the reader's seats, or for which they wait. At least one. */
  'school message': {
    classNames: string[];
    group: MessageGroup;
    subject: string;
    text: string;
    from: string;
  };
};

/** What every email may use. */
export type LetterContext = {
  to: { name: string; address: string };
  /** The site's address, such as https://camp.example, without a slash at its end. */
  publicUrl: string;
  /** The school's, such as `Asia/Dhaka`. */
  timeZone: string;
  /** What cards are charged in, such as `USD`. */
  currency: string;
  /** When the email is written. */
  now: Date;
  /** Where the recipient turns this kind of email off: an absolute address. Missing for essential emails. */
  turnOffLink?: string | undefined;
};

/** Every kind of mail has its facts. */
export type FactsOf<K extends MailKind> = LetterFacts[K];
