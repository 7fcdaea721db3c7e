import type { Role } from '@speakifyr/contract/limits.ts';
import type { Collection, Db, IndexDescription, ObjectId } from 'mongodb';

/** What lies in the database, a type for each collection, and the indexes that its queries use. */

/** A person. An instructor is a user of that role; which class they teach is the class's to say. */
export type UserDocument = {
  _id: ObjectId;
  name: string;
  photo: string;
  /** Lower case; one user an address. */
  email: string;
  role: Role;
  /** What an instructor's card says of them; empty for others. */
  details: string;
  createdAt: Date;
  /**
   * A removed user stays known, so that the same person can't come back through the front door. One who deletes
   * their own account is `deleting` until nothing of it is left, and can come back after that.
   */
  status: 'active' | 'removed' | 'deleting';
  /** While `deleting`: what stands where the e-mail stood, and when another server may take the work over. */
  deletion?: { pseudonym: string; checkAfter: Date };
  unfiledActs?: AuditDocument[];
};

type SeatOwner = {
  /** The cart id while the seat is held; stays when it is paid. */
  cartId: ObjectId;
  email: string;
  name: string;
  joinedAt: Date;
};

/** A seat kept for a student who has not paid yet. */
export type HeldSeat = SeatOwner & {
  state: 'held';
  heldUntil: Date;
  /** Opening the payment page keeps the seat longer, once. */
  renewed: boolean;
};

/** A seat that is paid for. */
export type EnrolledSeat = SeatOwner & {
  state: 'enrolled';
  entry_code: string;
  transactionId: string;
  /** What was paid, in whole currency units. */
  price: number;
  enrolledAt: Date;
  /** Its owner has deleted their account: the roster keeps their name until after this day, yyyy-mm-dd. */
  nameUntil?: string;
};

export type Seat = HeldSeat | EnrolledSeat;

/**
 * A class owns its seats: they live inside it, so that every change of a seat is one atomic update of one
 * document. `sit` counts the free ones. Archived classes can't be seen or joined any more; who paid keeps them.
 */
export type ClassDocument = {
  _id: ObjectId;
  name: string;
  image: string;
  sit: number;
  price: number;
  assign_room: number;
  /** yyyy-mm-dd */
  camp_start: string;
  camp_end: string;
  course_tag: string;
  /** null: not assigned. */
  instructor: { name: string; email: string } | null;
  details: string;
  status: 'open' | 'archived';
  seats: Seat[];
  /** The number of the next entry code. */
  nextEntryNumber: number;
  /** Payments that came too late for a seat: they are given back, and can never take one any more. */
  refusedPayments: string[];
  /** Counts an admin's changes. */
  revision: number;
  unfiledActs?: AuditDocument[];
};

/** The ledger: one document for each PaymentIntent, written before anybody can pay it. */
export type PaymentDocument = {
  /** The PaymentIntent's id. */
  _id: string;
  email: string;
  studentName: string;
  classId: ObjectId;
  cartId: ObjectId;
  /** Integer cents. */
  amount: number;
  currency: string;
  /** `open` until the money has bought a seat, gone back, or can't come any more. */
  status: 'open' | 'enrolled' | 'refunded' | 'canceled';
  createdAt: Date;
  /** When the sweep looks at it next, while open. */
  checkAfter: Date;
  settledAt?: Date;
  /** The day in the school’s time zone (yyyy-mm-dd) on which it bought a seat; it stays when the money goes back. */
  settledDay?: string;
};

/** Visits to the instructors' page, counted by day (`_id` is yyyy-mm-dd). */
export type VisitDayDocument = { _id: string; visits: number };

/**
 * One act of an admin, or a refund. An admin's act is first written into the changed document itself (`unfiledActs`),
 * in the same update as the change, so that a crash cannot lose it; it is then filed in the audit log. Nothing in it
 * changes but the e-mail of somebody whose account is deleted.
 */
export type AuditDocument = {
  /** Random, or the name of what can happen only once, such as refund-pi_…. */
  _id: string;
  who: string;
  action: string;
  target: string;
  /** Every e-mail address in the line. */
  people: string[];
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  at: Date;
};

export type Collections = {
  users: Collection<UserDocument>;
  classes: Collection<ClassDocument>;
  payments: Collection<PaymentDocument>;
  visitDays: Collection<VisitDayDocument>;
  auditLog: Collection<AuditDocument>;
};

/** @returns the collections of a database, typed */
export function openCollections(db: Db): Collections {
  return {
    users: db.collection('users'),
    classes: db.collection('classes'),
    payments: db.collection('payments'),
    visitDays: db.collection('visitDays'),
    auditLog: db.collection('auditLog'),
  };
}

const INDEXES: Partial<Record<keyof Collections, IndexDescription[]>> = {
  users: [
    { key: { email: 1 }, unique: true },
    { key: { role: 1, name: 1, _id: 1 } },
    { key: { status: 1, name: 1, _id: 1 } },
    { key: { 'unfiledActs.at': 1 } },
  ],
  classes: [
    { key: { course_tag: 1 }, unique: true },
    { key: { status: 1, camp_start: 1, _id: 1 } },
    { key: { status: 1, price: 1, _id: 1 } },
    { key: { 'seats.email': 1 } },
    // An instructor has one class, whatever two admins do at once.
    {
      key: { 'instructor.email': 1 },
      unique: true,
      partialFilterExpression: { 'instructor.email': { $exists: true } },
    },
    { key: { 'seats.heldUntil': 1 } },
    { key: { 'seats.nameUntil': 1 } },
    { key: { 'unfiledActs.at': 1 } },
  ],
  payments: [
    { key: { cartId: 1 } },
    { key: { email: 1 } },
    { key: { status: 1, checkAfter: 1 } },
    { key: { status: 1, settledDay: 1, amount: 1 } },
    { key: { settledAt: 1, settledDay: 1 } },
  ],
  auditLog: [{ key: { at: 1, _id: 1 } }, { key: { people: 1 } }],
};

/** Makes the indexes that are not there yet; safe to call at every start and from several processes. */
export async function createIndexes(collections: Collections): Promise<void> {
  for (const name of Object.keys(INDEXES) as (keyof Collections)[]) {
    const indexes = INDEXES[name];
    if (indexes) await collections[name].createIndexes(indexes);
  }
}

/** Gives documents of earlier versions the fields that have come since; safe at every start. */
export async function upgradeDocuments({ classes }: Collections): Promise<void> {
  await classes.updateMany({ revision: { $exists: false } }, { $set: { revision: 0 } });
}
