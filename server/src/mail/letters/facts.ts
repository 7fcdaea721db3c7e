import type {
  GuardianRight,
  MailKind,
  RefundReason,
  RefundState,
  Role,
} from '@speakifyr/contract/limits.ts';
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
};

/** A class in a payment. `child` is null for the reader's own seat. `amount` is in cents. */
type BoughtFacts = { className: string; child: string | null; amount: number };

/**
 * A seat that a payment was for. It is `given`; or it could not be given, and the money goes back; or it is `hidden`,
 * because its child is no longer the reader's. `taken`: the school returned its price, and freed it.
 */
export type ItemFacts = BoughtFacts &
  (
    | {
        outcome: 'given';
        campClass: ClassSummary;
        seat: SeatSummary;
        /** Where the reader answers the questions about the child's health, if nobody has. */
        healthPath: string | null;
      }
    | { outcome: 'hidden' }
    | { outcome: 'refused'; refund: RefundState }
    | { outcome: 'taken' }
  );

/** A class whose seat is gone, with what takes it out of a calendar; null if there was no seat. */
export type LostFacts = BoughtFacts & {
  entry: { campClass: ClassSummary; seat: SeatSummary } | null;
};

/** What each letter says, as read from the database just before it is written. */
export type LetterFacts = {
  welcome: Record<never, never>;
  'seat held': { seats: HeldFacts[] };
  /** `charge` is what was paid, with what goes back. */
  paid: { items: ItemFacts[]; charge: Charge; paymentId: string; paidAt: Date };
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
  /** `payment` is null for who did not pay: another guardian of the children. */
  'class canceled': {
    campClass: ClassSummary;
    seats: SeatSummary[];
    payment: { charges: Charge[]; ids: string[] } | null;
  };
  reminder: { campClass: ClassSummary; seats: SeatSummary[]; days: 7 | 1 };
  'new role': { role: Exclude<Role, 'student'> };
  'account removed': Record<never, never>;
  'account deleted': Record<never, never>;
  'contact form': { name: string; email: string; message: string; at: Date };
  /** Nothing that the inviting person typed, except their confirmed address. */
  'guardian invited': { from: string; may: GuardianRight[]; expiresAt: Date };
  'health question': {
    children: { name: string; className: string; camp_start: string; path: string }[];
  };
  'school message': { className: string; subject: string; text: string; from: string };
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
