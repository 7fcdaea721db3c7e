import type { MailKind, Role } from '@speakifyr/contract/limits.ts';
import type { CalendarEntry } from '../../calendar-file.ts';

/** What each letter says, as read from the database just before it is written. */

/** An enrolled seat. */
export type LetterSeat = Pick<CalendarEntry, 'entryCode' | 'transactionId'>;

/** A class as its letters describe it. */
export type LetterClass = Omit<CalendarEntry, keyof LetterSeat>;

/** An amount in cents; 0 for a free class. `currency` is in capitals. */
export type Charge = { amount: number; currency: string };

/** A fact of a class that changed, such as `Room`, from `12` to `7`. */
export type ClassChange = { label: string; was: string; is: string };

export type LetterFacts = {
  welcome: Record<never, never>;
  'seat held': { campClass: LetterClass; price: number; heldUntil: Date };
  paid: { campClass: LetterClass; seat: LetterSeat; charge: Charge; paidAt: Date };
  /** `seat` is null if there was none. Otherwise it is gone, and its entry code with it. */
  refunded: {
    campClass: LetterClass;
    seat: LetterSeat | null;
    charge: Charge;
    paymentId: string;
    reason: 'no seat' | 'by the school';
  };
  /** `seat` is null for the instructor. */
  'class changed': { campClass: LetterClass; changes: ClassChange[]; seat: LetterSeat | null };
  'class canceled': { campClass: LetterClass; seat: LetterSeat; charge: Charge };
  reminder: { campClass: LetterClass; seat: LetterSeat; days: 7 | 1 };
  'new role': { role: Exclude<Role, 'student'> };
  'account removed': Record<never, never>;
  'account deleted': Record<never, never>;
  'contact form': { name: string; email: string; message: string; at: Date };
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
