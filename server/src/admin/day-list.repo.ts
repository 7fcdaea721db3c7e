import type { Filter } from 'mongodb';
import type { ClassDocument, Collections, PaymentDocument } from '../database/collections.ts';

/** Finds what waits for the office. */

const CLASS = { name: 1, camp_start: 1, seats: 1, waiting: 1 } as const;
export type SeenClass = Pick<ClassDocument, '_id' | 'name' | 'camp_start' | 'seats' | 'waiting'>;

/** How many classes of each kind the list shows. */
const SHOWN = 3;

export type FirstClasses = { first: SeenClass[]; total: number };

/** Open classes that are not over and have no instructor, the next ones. @param today yyyy-mm-dd */
export async function listWithoutInstructor(
  collections: Pick<Collections, 'classes'>,
  today: string,
): Promise<FirstClasses> {
  return findFirst(collections, {
    status: 'open',
    'instructor.email': null,
    camp_start: { $gte: today },
  });
}

/** Full classes that have not started and have a waiting list, the next ones. @param today yyyy-mm-dd */
export async function listFullWithWaiting(
  collections: Pick<Collections, 'classes'>,
  today: string,
): Promise<FirstClasses> {
  return findFirst(collections, {
    'waiting.email': { $gte: '' },
    status: 'open',
    sit: 0,
    camp_start: { $gte: today },
  });
}

async function findFirst(
  { classes }: Pick<Collections, 'classes'>,
  filter: Filter<ClassDocument>,
): Promise<FirstClasses> {
  const [first, total] = await Promise.all([
    classes
      .find<SeenClass>(filter, { projection: CLASS })
      .sort({ camp_start: 1, _id: 1 })
      .limit(SHOWN)
      .toArray(),
    classes.countDocuments(filter),
  ]);
  return { first, total };
}

/** The most open disputes that are shown. */
const MAX_DISPUTES = 20;

/** Payments with an open dispute, the first deadline first. */
export async function listOpenDisputes({
  payments,
}: Pick<Collections, 'payments'>): Promise<PaymentDocument[]> {
  const open = await payments.find({ 'dispute.state': 'open' }).limit(MAX_DISPUTES).toArray();
  // No deadline comes last.
  const dueBy = ({ dispute }: PaymentDocument) => dispute?.dueBy?.getTime() ?? Infinity;
  return open.sort((one, other) => dueBy(one) - dueBy(other));
}

/** How many accounts were made since a moment. */
export async function countNewUsers(
  { users }: Pick<Collections, 'users'>,
  since: Date,
): Promise<number> {
  return users.countDocuments({ createdAt: { $gte: since } });
}

/** How many messages came since a moment. */
export async function countNewMessages(
  { contactMessages }: Pick<Collections, 'contactMessages'>,
  since: Date,
): Promise<number> {
  return contactMessages.countDocuments({ at: { $gte: since } });
}
