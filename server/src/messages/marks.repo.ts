import type { Collection, Document, Filter } from 'mongodb';
import type {
  ClassDocument,
  Collections,
  PaymentDocument,
  UserDocument,
} from '../database/collections.ts';
import type { EventOf, EventType, SchoolEvent } from '../database/event-document.ts';
import type {
  CancellationDocument,
  RefundDocument,
  MoveDocument,
} from '../database/money-documents.ts';
import { forgetClosedLists, listClosedLists } from './due-mails.repo.ts';

/**
 * The marks `mailDue`: an update that makes a change also notes that people must hear of it. See OutboxDocument. Each
 * mark is removed when its lines are in the outbox, unless the document has changed since it was read.
 */

/** How many marked documents are read at once. */
export const MARKS_AT_ONCE = 100;

/** What can have a mark, by the name that the kinds of emails use. */
export type Marked = {
  /** A new user whose address is confirmed. The others are welcomed later. */
  user: UserDocument;
  /** It has just bought a seat, was refunded, or was refused by a bank that had worked on it. */
  payment: PaymentDocument;
  refund: RefundDocument;
  cancellation: CancellationDocument;
  /** The seat has moved, or the family must pay for that. */
  move: MoveDocument;
  /** A payment with a dispute that the admins must hear of. */
  dispute: PaymentDocument;
  'closed list': ClassDocument;
};

type Mark<T> = {
  list(collections: Collections): Promise<T[]>;
  unmark(collections: Collections, marked: T[]): Promise<void>;
};

export const MARKS: { [M in keyof Marked]: Mark<Marked[M]> } = {
  payment: mark('payments', ({ status }) => ({ status })),
  // One that failed since it was read, or that an admin has assigned to a seat, keeps its mark.
  refund: mark('refunds', ({ cartId, state, attempt }) => ({ cartId, state, attempt })),
  cancellation: mark('seatChanges', () => ({}), {
    filter: { mailDue: true, kind: { $in: ['cancel', 'resell'] } },
  }),
  // One that was paid since it was read keeps its mark.
  move: mark('seatChanges', ({ state }) => ({ state }), {
    filter: { mailDue: true, kind: 'move' },
  }),
  'closed list': { list: listClosedLists, unmark: forgetClosedLists },
  user: mark('users', () => ({}), { filter: { mailDue: true, isVerified: true } }),
  // One with another dispute since it was read, or whose inquiry has become one, keeps its mark.
  dispute: mark(
    'payments',
    ({ dispute }) => ({
      'dispute.stripeId': dispute?.stripeId ?? '',
      'dispute.status': dispute?.status ?? '',
    }),
    { filter: { 'dispute.mailDue': true }, field: 'dispute.mailDue' },
  ),
};

/** @param asRead what tells that a document is as it was when it was read */
function mark<T>(
  name: keyof Collections,
  asRead: (document: T) => Document,
  { filter = { mailDue: true }, field = 'mailDue' }: { filter?: Document; field?: string } = {},
): Mark<T> {
  const of = (collections: Collections) => collections[name] as unknown as Collection<Document>;
  return {
    list: async (collections) =>
      (await of(collections).find(filter).limit(MARKS_AT_ONCE).toArray()) as T[],
    async unmark(collections, marked) {
      if (marked.length === 0) return;
      const update = { $unset: { [field]: '' } };
      const operations = marked.map((document) => {
        const unchanged = { _id: (document as Document)['_id'], ...asRead(document) };
        return { updateOne: { filter: unchanged, update } };
      });
      await of(collections).bulkWrite(operations, { ordered: false });
    },
  };
}

/** Events that people may have to hear of, oldest first. */
export async function listDueEvents<T extends EventType>(
  { events }: Collections,
  type: { $in: T[] } | { $not: { $in: EventType[] } },
): Promise<EventOf<T>[]> {
  const due = events as unknown as Collection<EventOf<T>>;
  const filter = { mailDue: true, type } as Filter<EventOf<T>>;
  return due.find(filter).sort({ at: 1 }).limit(MARKS_AT_ONCE).toArray() as Promise<EventOf<T>[]>;
}

/** Their emails are in the outbox. What the audit log does not show goes. */
export async function unmarkEvents({ events }: Collections, due: SchoolEvent[]): Promise<void> {
  const ids = due.map(({ _id }) => _id);
  await events.updateMany({ _id: { $in: ids } }, { $unset: { mailDue: '' } });
  await events.deleteMany({ _id: { $in: ids }, 'data.target': { $exists: false } });
}
