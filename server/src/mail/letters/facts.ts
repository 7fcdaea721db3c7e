import type { MailKind, Role } from '@speakifyr/contract/limits.ts';
import type { ClassSummary, SeatSummary } from '../../class-facts.ts';

/** An amount in cents; 0 for a free class. `currency` is in capitals. */
export type Charge = { amount: number; currency: string };

/** A fact of a class that changed, such as `Room`, from `12` to `7`. */
export type ClassChange = { label: string; was: string; is: string };

/** What each letter says, as read from the database just before it is written. */
export type LetterFacts = {
  welcome: Record<never, never>;
  'seat held': { campClass: ClassSummary; price: number; heldUntil: Date };
  paid: { campClass: ClassSummary; seat: SeatSummary; charge: Charge; paidAt: Date };
  /** `seat` is null if there was none. Otherwise it is gone, and its entry code with it. */
  refunded: {
    campClass: ClassSummary;
    seat: SeatSummary | null;
    charge: Charge;
    paymentId: string;
    reason: 'no seat' | 'by the school';
  };
  /** `seat` is null for the instructor. */
  'class changed': { campClass: ClassSummary; changes: ClassChange[]; seat: SeatSummary | null };
  'class canceled': { campClass: ClassSummary; seat: SeatSummary; charge: Charge };
  reminder: { campClass: ClassSummary; seat: SeatSummary; days: 7 | 1 };
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
