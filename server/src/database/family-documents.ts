import type { AttendanceKind } from '@speakifyr/contract/attendance-state.ts';
import type { HandOver, TapProblem } from '@speakifyr/contract/attendance.ts';
import type { ChildContact, HealthAnswer } from '@speakifyr/contract/children.ts';
import type { Dose, Incident } from '@speakifyr/contract/safety.ts';
import type { GuardianRight } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import type { SchoolEvent } from './event-document.ts';

/** The documents of children. Health is stored apart, so that no list can include it. */

export type Guardian = {
  userId: ObjectId;
  /**
   * One of the MAX_CHILDREN places of this account, as `<user id>-<number>`. A unique index lets each be taken only
   * once, so nobody has more children, however many calls run at once.
   */
  place: string;
  may: GuardianRight[];
  /** null for the guardian who added the child. */
  invitedBy: ObjectId | null;
};

/** Waits for the owner of an address. They accept it in the app, so the email about it needs no secret. */
export type Invitation = {
  _id: ObjectId;
  email: string;
  may: GuardianRight[];
  invitedBy: ObjectId;
  expiresAt: Date;
  /** The invitation whose email covers this one, too: several to one address on one day share an email. */
  emailedAs?: ObjectId;
};

/** An address that was invited in the last day. `_id` is a keyed hash of the address. */
export type InvitedAddressDocument = {
  _id: string;
  at: Date;
  /** The one account that may invite it that day, and for which children it did. */
  by: ObjectId;
  children: ObjectId[];
  /** The first invitation of the day. */
  invitationId: ObjectId;
};

export type ChildDocument = {
  _id: ObjectId;
  name: string;
  /** The name as the office finds it: search-words.ts. */
  searchWords: string[];
  /** yyyy-mm-dd */
  birthDate: string;
  /** School year or a note; may be empty. */
  note: string;
  /** The guardian who wrote the note. Without it, nobody knows, and the note stays. */
  noteBy?: ObjectId;
  guardians: Guardian[];
  /** The account that added the child. Stays even if the guardians change: see R180. */
  addedBy: ObjectId;
  invitations: Invitation[];
  /** The classes that an admin lets the child join although it is outside their ages. */
  allowedClasses: ObjectId[];
  /** When a guardian last took back the consent to health: a paper from before does not count. R691 */
  healthWithdrawnAt?: Date;
  /** Two guardians share what the child's classes cost, once both have agreed. R371 */
  costShare?: {
    askedBy: ObjectId;
    other: ObjectId;
    /** What `other` pays: 1 to MAX_SHARE; older agreements up to 99. Whoever books pays at least half. */
    percent: number;
    askedAt: Date;
    agreedAt?: Date;
  };
  createdAt: Date;
  /** Each change of guardians or invitations raises it, so that two concurrent ones can't both start from the same. */
  revision: number;
  /** Set while the child is being deleted: nobody finds it. Once that is decided, it has no guardians anymore. */
  deletingSince?: Date;
  /** Set once deleted, if one of its camps isn't over: its name stays on the roster through this day (yyyy-mm-dd). */
  nameUntil?: string;
  events?: SchoolEvent[];
};

/** Lets an adult who is not a contact collect the child once. A new code replaces it. */
export type PickupCode = {
  _id: ObjectId;
  /** A keyed hash of the child and the code: families/pickup-code.ts. */
  hash: string;
  /** The adult who comes. */
  name: string;
  /** The guardian who made it. */
  by: ObjectId;
  until: Date;
  /** How often somebody entered a wrong code since it was made. */
  wrong: number;
  /** The tap with which the child left. */
  usedBy?: string;
};

/** Somebody must not collect a child. */
export type MustNotCollect = {
  _id: ObjectId;
  name: string;
  /** The account of the guardian whom the office chose. Missing for anybody else, who is compared by name. */
  personId?: ObjectId;
  /**
   * Guardians of whom the entry was right or in doubt by a name that they have changed since. Set before that, because
   * nobody could tell afterwards: families/blocked-guardian.ts.
   */
  pinned?: { personId: ObjectId; verdict: 'blocked' | 'in doubt' }[];
  /** The first day, yyyy-mm-dd. */
  since: string;
  note: string;
  by: ObjectId;
  /** Set if an admin wrote it: then no guardian reads it. */
  isByOffice?: true;
  at: Date;
};

/** A guardian's permission for a child to leave alone. Valid while they have every right: families/leave-alone.ts. */
export type MayLeaveAlone = {
  /** From this time of day on, HH:MM in the school's time zone. */
  from: string;
  by: ObjectId;
  at: Date;
};

/** Counts while `by` has every right: families/standing.ts. Without `by` it was saved before givers were kept. */
export type StoredContact = ChildContact & { by?: ObjectId };

/** A child's contacts, and how else it leaves. `_id` is the child's. */
export type ChildContactsDocument = {
  _id: ObjectId;
  contacts: StoredContact[];
  pickupCode?: PickupCode;
  /** At most MAX_BLOCKS of each guardian. They stay longer than the contacts: families/forget-care.ts. */
  mustNotCollect?: MustNotCollect[];
  /** Goes with the contacts. */
  mayLeaveAlone?: MayLeaveAlone;
  events?: SchoolEvent[];
  /** When a guardian last saved the contacts, or said that the child may leave alone. */
  savedAt: Date;
  /** As in ChildHealthDocument. */
  checkAfter: Date;
};

/** What the school knows about a child's health. `_id` is the child's. */
export type ChildHealthDocument = HealthAnswer & {
  _id: ObjectId;
  confirmedAt: Date;
  /**
   * `paper`: where the signature is, if the office entered it. Then `at` is the day on which it was signed. `isOver`: who
   * gave it lost a right since, and it does not come back with them.
   */
  consent: { at: Date; by: ObjectId; textVersion: string; paper?: string; isOver?: true };
  /** When a job checks next whether it must be erased. A new answer is due at once: the check sets the next one. */
  checkAfter: Date;
};

/** A photo of a child, for the team of its classes. `_id` is the child's. decisions/0074 */
export type ChildPhotoDocument = {
  _id: ObjectId;
  /** New with each photo, so that a phone can tell whether it has the latest. */
  photoId: ObjectId;
  /** What `isPhotoFile` takes, and nothing else, as base64. */
  jpeg: string;
  /** Nobody gets the photo unless `by` is a guardian with every right. */
  consent: { at: Date; by: ObjectId; textVersion: string };
  /** As in ChildHealthDocument. */
  checkAfter: Date;
};

/**
 * Somebody came to a class, left or is absent on a day, or a tap that said so was a mistake. Never changed. Kept for
 * as many days as the school says, even if the child is deleted. decisions/0066
 */
export type TapDocument = {
  /** A random id that the phone chose. */
  _id: string;
  classId: ObjectId;
  /** yyyy-mm-dd */
  day: string;
  /** The child, or the account that joined for itself. */
  personId: ObjectId;
  kind: AttendanceKind;
  at: Date;
  receivedAt: Date;
  by: ObjectId;
  /** Set if a guardian, or the person themselves, said so in the app. */
  isByFamily?: true;
  undoes?: string;
  collectedBy?: HandOver;
  offline?: true;
  /** Why the hand-over should not have happened, by what the server knew when the tap arrived. */
  notAllowed?: TapProblem;
  /** Nobody at the office has opened the day list since. */
  isToSee?: true;
  /** See SchoolEvent. */
  events?: SchoolEvent[];
};

/**
 * A dose that was given, refused or missed, or an incident. Never changed, only added to. Kept as the school says,
 * even if the child's data is erased. decisions/0071
 */
export type SafetyRecordDocument = {
  /** A random id that the browser chose. */
  _id: string;
  classId: ObjectId;
  /** yyyy-mm-dd */
  day: string;
  /** The child, or the account that joined for itself. */
  personId: ObjectId;
  at: Date;
  receivedAt: Date;
  by: ObjectId;
  dose?: Dose;
  incident?: Incident;
  addenda: { _id: string; at: Date; by: ObjectId; note: string }[];
};
