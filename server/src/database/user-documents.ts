import type { CertificateFacts } from '@speakifyr/contract/certificates.ts';
import type { AdminBundle, GuardianRight, Role } from '@speakifyr/contract/limits.ts';
import type { MailChoice } from '@speakifyr/contract/mail.ts';
import type { ObjectId } from 'mongodb';
import type { AuditEvent, SchoolEvent } from './event-document.ts';

/** A person’s account, and what is kept of one that is deleted. */

/** The types of the documents in each collection. */

/** A person. An instructor is a user with that role; the class says who teaches it. */
export type UserDocument = {
  _id: ObjectId;
  name: string;
  photo: string;
  /** How the office reaches them, if they gave one. */
  phone?: string;
  /** Name and phone as the office finds them: search-words.ts. */
  searchWords: string[];
  /** Asked for when they first want a seat for themselves, yyyy-mm-dd. */
  birthDate?: string;
  /** Lower case and unique. */
  email: string;
  /** The person's id at the provider. Missing before their first log-in, and after an admin unlinked the sign-in. */
  uid?: string;
  /** Whether the provider had confirmed the address at the last log-in. */
  isVerified: boolean;
  /** Stands for the provider's account as of the last log-in. Only sessions with the same value count. */
  credentials: string;
  /** Sessions from before do not count, whatever the account's state is: a removal was taken back then. R594 */
  sessionsSince?: Date;
  /** The latest log-in with this address by another account at the provider. */
  otherSignIn?: { uid: string; isVerified: boolean; at: Date };
  role: Role;
  /** What an admin may do. Missing: everything, as a director. */
  bundle?: Exclude<AdminBundle, 'director'>;
  /** The text on an instructor's card; empty for others. */
  details: string;
  /** Whether an instructor wants to be named on the pages of classes they assist. It ends with the role. */
  isNamed?: boolean;
  createdAt: Date;
  /** The version of the terms that the person agreed to at sign-up. */
  agreedTerms?: { of: string; at: Date };
  /**
   * Set when somebody gets an account that has agreed to no terms, until they do. Missing, without `agreedTerms`: the account is
   * from before the school recorded that. R633
   */
  owesTerms?: true;
  /**
   * A removed user stays in the database, so that they can't sign up again. A user who deletes their own account is
   * `deleting` until everything is gone. After that, the record is `deleted`: a random address and no name, for the
   * seats and payments that stay. They can sign up again.
   */
  status: 'active' | 'removed' | 'deleting' | 'deleted';
  /**
   * Set with `removed`, for as long as it can be taken back: who did it and why, and for which children they lost their
   * rights. `wasOwner`: they decided who looks after the child. `sharedCost`: it ended that they shared its cost.
   * `checkAfter`: when another server may take over the work; missing if nothing is on its way. `isDone`: it can be taken
   * back. `back`: who is just taking it back, and why; with `active`. Missing: it was too long ago, or an earlier version
   * did it. R592
   */
  removal?: {
    at: Date;
    by: ObjectId;
    note?: string;
    children: {
      childId: ObjectId;
      may: GuardianRight[];
      wasOwner?: true;
      sharedCost?: true;
    }[];
    hadCard?: true;
    checkAfter?: Date;
    isDone?: true;
    back?: { at: Date; by: ObjectId; note?: string };
  };
  /** Set with `deleted` if one of their camps isn't over: their name is on the roster through this day (yyyy-mm-dd). */
  nameUntil?: string;
  /**
   * While `deleting`: the address that replaces the email, and when another server may take over the work. `into`: the
   * account that gets everything first, because the families merge. `isMoving`: that is decided, and some of it may
   * already be there. `event`: for the audit log once it is decided; older locks had written it at once. `join`: records
   * of children that become one. `isUndecided`: it is locked to look whether it may go, and goes only once that is known.
   */
  deletion?: {
    pseudonym: string;
    checkAfter: Date;
    isUndecided?: true;
    into?: ObjectId;
    isMoving?: true;
    event?: AuditEvent;
    join?: { from: ObjectId; into: ObjectId }[];
  };
  /** What the family writes on bank transfers, without spaces: payments/pay-reference.ts. */
  payReference?: string;
  /** Set with `deleted` if the family was merged into another account, which gets the transfers with its reference. */
  mergedInto?: ObjectId;
  /**
   * Set when the office opens the account, until its owner gets it. Missing: somebody logs in to it, or did before an
   * admin unlinked it, and only they get it back. R497
   */
  isUnclaimed?: true;
  /** When an instructor whose account is unclaimed was last invited again. */
  invitedAt?: Date;
  /**
   * The code with which the owner takes over an account that nobody has logged in to, as a keyed hash:
   * families/office-families.ts.
   */
  claim?: { hash: string; until: Date };
  /** The link with which anybody pays for these seats, with the code as a keyed hash: payments/pay-link.ts. */
  payLink?: { id: ObjectId; hash: string; seatIds: ObjectId[] };
  /** The office asks its owner to give everything to another account: account/ask-to-merge.ts. R496 */
  mergeAsked?: {
    id: ObjectId;
    into: ObjectId;
    by: ObjectId;
    note: string;
    until: Date;
    /** The children whose two records become one. */
    join?: ObjectId[];
  };
  /** How many wrong pick-up codes and friends' codes they have entered in an hour: families/use-pickup-code.ts. */
  codeTries?: { since: Date; count: number };
  /**
   * The user's recent holds, for the limits of seats/hold-limits.ts. Each change raises the revision. A
   * hold that has ended is dropped when another one begins.
   */
  holds?: HoldEntry[];
  holdsRevision?: number;
  /** Whether the account has ever joined a waiting list. Only then can seats be offered to it. */
  hasJoinedLists?: true;
  /** An instructor's times for classes that are being written right now: classes/instructor-time.ts. */
  timeClaims?: TimeClaim[];
  /** See SchoolEvent. */
  events?: SchoolEvent[];
  /** Which emails they want besides the essential ones. The defaults are `USUAL` in messages/mail-choice.ts. */
  mail?: Partial<MailChoice>;
  /**
   * Where their emails go instead of `email`, once they have confirmed it. `token`: sent to that address, so it proves
   * that they read mail there. decisions/0051
   */
  mailTo?: { address: string; at: Date; token: string; confirmed: boolean };
  /** In the address of their calendar. Missing until they ask for one. Only they read it. */
  calendarSecret?: string;
  /**
   * Set while parts of a price are charged to it: what its owner knows it by, and its ids at Stripe. `checkAfter`: when
   * a server next checks for due parts.
   */
  card?: {
    customerId: string;
    cardId: string;
    brand: string;
    last4: string;
    expMonth: number;
    expYear: number;
    savedAt: Date;
    checkAfter: Date;
  };
  /** An instructor's certificates, in the order in which admins checked them: users/certificates.ts. */
  certificates?: CertificateEntry[];
  /** Set once they are no longer an instructor: certificates are kept through this day (yyyy-mm-dd). */
  certificatesUntil?: string;
  /** The office's notes about the family, oldest first. Only admins read them. */
  officeNotes?: { _id: ObjectId; text: string; by: ObjectId; at: Date }[];
  /** Set if the office opened it: a fingerprint of all that it typed, for when that request comes again. */
  request?: string;
};

/** A certificate of an instructor. At most MAX_CERTIFICATES. `by`: the admin who checked it. */
export type CertificateEntry = CertificateFacts & { _id: ObjectId; by: ObjectId };

/**
 * A hold that a user began. Removed when its seat is paid for. The seat may be free again by now; `isOver` is set just
 * before the student or an admin releases it, and when the seat of a free class is taken.
 */
export type HoldEntry = {
  seatId: ObjectId;
  classId: ObjectId;
  /** Missing if the account joined for itself. */
  childId?: ObjectId;
  /** Those of the seat. */
  days?: string[];
  at: Date;
  isOver?: true;
};

/** The times of a class that is getting this instructor, or new hours. */
export type TimeClaim = {
  _id: ObjectId;
  classId: ObjectId;
  name: string;
  camp_start: string;
  camp_end: string;
  days: string[];
  dailyStart: string | null;
  dailyEnd: string | null;
  at: Date;
};

/** An account that its owner deleted. Kept for a few hours, so that an earlier session can't register a user. */
export type DeletedAccountDocument = {
  /** The person's id at the provider. */
  _id: string;
  deletedAt: Date;
};
