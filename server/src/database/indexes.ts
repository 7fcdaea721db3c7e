import type { IndexDescription } from 'mongodb';
import type { Collections } from './collections.ts';

/** The indexes for the queries of each collection. */

/** Few documents have the mark at a time. */
const DUE: IndexDescription = {
  key: { mailDue: 1 },
  partialFilterExpression: { mailDue: { $exists: true } },
};

/** The same, for webhooks. */
const HOOK_DUE: IndexDescription = {
  key: { hookDue: 1 },
  partialFilterExpression: { hookDue: { $exists: true } },
};

/** Few documents have events at a time. */
const EVENTS: IndexDescription = {
  key: { 'events.at': 1 },
  partialFilterExpression: { 'events.at': { $exists: true } },
};

const INDEXES: Partial<Record<keyof Collections, IndexDescription[]>> = {
  users: [
    { key: { email: 1 }, unique: true },
    { key: { uid: 1 }, unique: true, partialFilterExpression: { uid: { $exists: true } } },
    {
      key: { calendarSecret: 1 },
      unique: true,
      partialFilterExpression: { calendarSecret: { $exists: true } },
    },
    {
      key: { 'claim.hash': 1 },
      unique: true,
      partialFilterExpression: { 'claim.hash': { $exists: true } },
    },
    {
      key: { 'payLink.hash': 1 },
      unique: true,
      partialFilterExpression: { 'payLink.hash': { $exists: true } },
    },
    {
      key: { payReference: 1 },
      unique: true,
      partialFilterExpression: { payReference: { $exists: true } },
    },
    {
      key: { 'mailTo.address': 1 },
      partialFilterExpression: { 'mailTo.address': { $exists: true } },
    },
    { key: { 'card.checkAfter': 1 } },
    { key: { 'removal.checkAfter': 1 } },
    { key: { role: 1, name: 1, _id: 1 } },
    { key: { status: 1, name: 1, _id: 1 } },
    { key: { createdAt: 1 } },
    { key: { searchWords: 1 } },
    {
      key: { 'officeNotes._id': 1 },
      partialFilterExpression: { 'officeNotes._id': { $exists: true } },
    },
    { key: { nameUntil: 1 } },
    {
      key: { 'removal.at': 1 },
      partialFilterExpression: { 'removal.at': { $exists: true } },
    },
    {
      key: { 'certificates._id': 1 },
      partialFilterExpression: { 'certificates._id': { $exists: true } },
    },
    { key: { certificatesUntil: 1 } },
    EVENTS,
  ],
  classes: [
    { key: { course_tag: 1 }, unique: true },
    { key: { status: 1, camp_start: 1, _id: 1 } },
    { key: { status: 1, camp_end: 1 } },
    { key: { status: 1, price: 1, _id: 1 } },
    { key: { status: 1, instructorId: 1, camp_start: 1, _id: 1 } },
    { key: { 'seats.userId': 1 } },
    { key: { 'seats.childId': 1 } },
    { key: { 'seats.entry_code': 1 } },
    { key: { instructorId: 1, camp_start: 1, _id: 1 } },
    { key: { 'seats.heldUntil': 1 } },
    { key: { 'seats.days': 1 } },
    { key: { 'seats.plan.due': 1 } },
    { key: { 'seats.coPay.plan.due': 1 } },
    { key: { 'seats.coPay.userId': 1 } },
    { key: { 'seats.plan.payerId': 1 } },
    { key: { 'waiting.userId': 1 } },
    { key: { 'waiting.people.childId': 1 } },
    { key: { 'waiting.kept.until': 1 } },
    {
      key: { 'seats.offer.offeredAt': 1 },
      partialFilterExpression: { 'seats.offer.offeredAt': { $exists: true } },
    },
    { key: { 'resold.at': 1 } },
    { key: { 'canceled.at': 1 } },
    { key: { 'team.userId': 1 } },
    EVENTS,
  ],
  payments: [
    { key: { 'items.seatId': 1 } },
    { key: { 'items.moveId': 1 } },
    { key: { receiptDue: 1 }, partialFilterExpression: { receiptDue: { $exists: true } } },
    { key: { userId: 1 } },
    { key: { searchWords: 1 } },
    // What bounced after it had gone back.
    { key: { kept: 1 } },
    { key: { status: 1, checkAfter: 1 } },
    {
      key: { 'received.day': 1 },
      partialFilterExpression: { 'received.day': { $exists: true } },
    },
    {
      key: { 'received.reference': 1 },
      partialFilterExpression: { 'received.reference': { $exists: true } },
    },
    { key: { last4: 1 }, partialFilterExpression: { last4: { $exists: true } } },
    { key: { 'movements.day': 1 } },
    { key: { 'movements.kind': 1 } },
    {
      key: { 'movements.received.requestId': 1 },
      partialFilterExpression: { 'movements.received.requestId': { $exists: true } },
    },
    { key: { 'fees.day': 1 } },
    { key: { changedAt: 1 } },
    { key: { createdAt: 1, _id: 1 } },
    { key: { status: 1, createdAt: 1, _id: 1 } },
    { key: { 'items.classId': 1, status: 1 } },
    {
      key: { 'dispute.state': 1 },
      partialFilterExpression: { 'dispute.state': { $exists: true } },
    },
    EVENTS,
  ],
  events: [
    { key: { at: 1, _id: 1 } },
    { key: { by: 1, at: 1, _id: 1 } },
    { key: { type: 1, at: 1, _id: 1 } },
    ...['before.child', 'before.children', 'after.child', 'after.children'].map((field) => ({
      key: { [`data.${field}`]: 1 } as const,
      partialFilterExpression: { [`data.${field}`]: { $exists: true } },
    })),
    { key: { 'data.people': 1 } },
    { key: { searchWords: 1 } },
    DUE,
    HOOK_DUE,
  ],
  deletedAccounts: [{ key: { deletedAt: 1 } }],
  contactMessages: [
    { key: { at: 1, _id: 1 } },
    { key: { isDone: 1, at: 1, _id: 1 } },
    { key: { email: 1 } },
    { key: { copyTo: 1 }, partialFilterExpression: { copyTo: { $exists: true } } },
    { key: { 'replies._id': 1 } },
    {
      key: { mailToken: 1 },
      unique: true,
      partialFilterExpression: { mailToken: { $exists: true } },
    },
    EVENTS,
  ],
  attendance: [
    { key: { classId: 1, day: 1 } },
    { key: { personId: 1, day: 1 } },
    { key: { day: 1 } },
    { key: { isToSee: 1 }, partialFilterExpression: { isToSee: { $exists: true } } },
    EVENTS,
  ],
  safetyRecords: [
    { key: { classId: 1, day: 1 } },
    { key: { personId: 1, day: 1 } },
    { key: { by: 1, day: 1 } },
    { key: { 'addenda.by': 1, day: 1 } },
    { key: { 'addenda._id': 1 } },
    { key: { day: 1 } },
  ],
  children: [
    { key: { 'guardians.userId': 1, name: 1 } },
    { key: { searchWords: 1 } },
    // A child that is being deleted has no guardians.
    {
      key: { 'guardians.place': 1 },
      unique: true,
      partialFilterExpression: { 'guardians.place': { $exists: true } },
    },
    { key: { 'invitations.email': 1 } },
    { key: { 'invitations.invitedBy': 1 } },
    { key: { 'invitations.expiresAt': 1 } },
    { key: { deletingSince: 1 }, partialFilterExpression: { deletingSince: { $exists: true } } },
    EVENTS,
  ],
  childHealth: [{ key: { checkAfter: 1 } }],
  forms: [{ key: { isArchived: 1 } }, EVENTS],
  formAnswers: [
    { key: { personId: 1, kind: 1 } },
    { key: { formId: 1, goneAt: 1 } },
    { key: { goneAt: 1 } },
    { key: { 'files.state': 1 } },
    EVENTS,
  ],
  formParts: [{ key: { personId: 1 } }, { key: { checkAfter: 1 } }],
  codeUses: [
    { key: { discountId: 1, place: 1 }, unique: true },
    { key: { discountId: 1, userId: 1, ownPlace: 1 }, unique: true },
    { key: { userId: 1 } },
  ],
  aidRequests: [
    { key: { userId: 1, askedAt: 1 } },
    { key: { childId: 1 } },
    // An account has one open request.
    {
      key: { openFor: 1 },
      unique: true,
      partialFilterExpression: { openFor: { $exists: true } },
    },
    { key: { askedAt: 1, _id: 1 } },
    { key: { answeredAt: 1, askedAt: 1, _id: 1 } },
    { key: { 'award.until': 1 } },
    { key: { isDue: 1 }, partialFilterExpression: { isDue: { $exists: true } } },
  ],
  childPhotos: [{ key: { checkAfter: 1 } }],
  childContacts: [{ key: { checkAfter: 1 } }, { key: { 'pickupCode.until': 1 } }, EVENTS],
  invitedAddresses: [{ key: { at: 1 } }],
  refunds: [
    { key: { paymentId: 1 } },
    { key: { checkAfter: 1 } },
    { key: { state: 1, createdAt: 1, _id: 1 } },
    { key: { stripeId: 1 } },
    EVENTS,
    { key: { needsAdmin: 1 }, partialFilterExpression: { needsAdmin: { $exists: true } } },
    { key: { noteDue: 1 }, partialFilterExpression: { noteDue: { $exists: true } } },
    DUE,
  ],
  // A payment has one receipt, even if two servers issue it at the same time.
  receipts: [{ key: { paymentId: 1 }, unique: true }, { key: { issuedAt: 1, _id: 1 } }],
  creditNotes: [
    { key: { refundId: 1 }, unique: true },
    { key: { issuedAt: 1, _id: 1 } },
    { key: { paymentId: 1 } },
  ],
  // A version is issued once, even if it is asked for twice at the same time.
  statements: [{ key: { userId: 1, year: 1, childId: 1, version: 1 }, unique: true }],
  seatChanges: [
    { key: { seatId: 1 } },
    { key: { heldSeatId: 1 } },
    { key: { childId: 1 } },
    { key: { classId: 1 } },
    {
      key: { 'from.classId': 1 },
      partialFilterExpression: { 'from.classId': { $exists: true } },
    },
    // The lock: a seat has one change at a time.
    {
      key: { openSeatId: 1 },
      unique: true,
      partialFilterExpression: { openSeatId: { $exists: true } },
    },
    { key: { userId: 1, createdAt: 1 } },
    { key: { checkAfter: 1 } },
    EVENTS,
    DUE,
  ],
  imports: [{ key: { at: 1, _id: 1 } }, { key: { checkAfter: 1 } }],
  apiKeys: [
    { key: { hash: 1 }, unique: true, partialFilterExpression: { hash: { $exists: true } } },
    { key: { createdAt: 1, _id: 1 } },
    EVENTS,
  ],
  webhooks: [{ key: { createdAt: 1, _id: 1 } }, EVENTS],
  webhookDeliveries: [
    { key: { webhookId: 1, nextAt: 1 } },
    { key: { webhookId: 1, createdAt: 1, _id: 1 } },
    { key: { createdAt: 1 } },
  ],
  settings: [EVENTS],
  closedMonths: [EVENTS],
  openTransfers: [{ key: { day: 1, _id: 1 } }, { key: { 'aside.at': 1 } }],
  outbox: [
    { key: { forgetAt: 1 } },
    { key: { nextAt: 1 } },
    { key: { createdAt: 1, _id: 1 } },
    { key: { state: 1, createdAt: 1, _id: 1 } },
    { key: { userId: 1, createdAt: 1 } },
    {
      key: { 'replyTo.address': 1 },
      partialFilterExpression: { 'replyTo.address': { $exists: true } },
    },
    // Invitations, by who sent them and to which address.
    {
      key: { 'cause.invitedBy': 1 },
      partialFilterExpression: { 'cause.invitedBy': { $exists: true } },
    },
    {
      key: { 'to.address': 1 },
      partialFilterExpression: { 'cause.invitedBy': { $exists: true } },
    },
  ],
};

/** Creates missing indexes. Safe at every start and from several processes at once. R107 */
export async function createIndexes(collections: Collections): Promise<void> {
  for (const name of Object.keys(INDEXES) as (keyof Collections)[]) {
    const indexes = INDEXES[name];
    if (indexes) await collections[name].createIndexes(indexes);
  }
}
