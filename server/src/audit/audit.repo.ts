import type { AuditAction } from '@speakifyr/contract/audit-actions.ts';
import type { Collection, Filter, ObjectId } from 'mongodb';
import type { AuditDocument, Collections } from '../database/collections.ts';
import {
  findBatches,
  findPage,
  type ListRequest,
  matchText,
  type Page,
} from '../database/lists.ts';
import type { Period } from '../school-time.ts';

type AuditLog = Pick<Collections, 'auditLog'>;

/** Adds an entry, once. No function removes entries, and only `replacePeople` changes them. */
export async function insertAuditEntry(
  { auditLog }: AuditLog,
  { _id, ...entry }: AuditDocument,
): Promise<void> {
  await auditLog.updateOne({ _id }, { $setOnInsert: entry }, { upsert: true });
}

/** Limits the list to some entries. `since` replaces a missing start if the filter has a text to look for. */
export type AuditFilter = Period & {
  search?: string | undefined;
  who?: string | undefined;
  action?: AuditAction | undefined;
  target?: string | undefined;
  /** With a `search`, entries about one of these children are found too. Their ids, as 24 hexadecimal digits. */
  about?: string[] | undefined;
  since: Date;
};

const CHILD_FIELDS = ['before.child', 'after.child', 'before.children', 'after.children'];

/** Newest first. */
export async function listAuditEntries(
  { auditLog }: AuditLog,
  request: ListRequest & AuditFilter,
): Promise<Page<AuditDocument>> {
  return findPage(auditLog, matchEntries(request), request, '-at');
}

/** The same entries, all of them, in batches. */
export function readAllAuditEntries(
  { auditLog }: AuditLog,
  request: ListRequest & AuditFilter,
): AsyncIterable<AuditDocument[]> {
  return findBatches(auditLog, matchEntries(request), request, '-at');
}

function matchEntries(filter: AuditFilter): Filter<AuditDocument> {
  const { search, who, action, target, about = [], start, end, since } = filter;
  const fields = ['who', 'action', 'target'] as const;
  const isAbout = CHILD_FIELDS.map((field) => ({ [field]: { $in: about } }));
  // Any entry may contain the text, so the index on the date must limit how many we read.
  const first = start ?? (search || target ? since : undefined);
  return {
    ...((first || end) && { at: { $gte: first ?? new Date(0), ...(end && { $lt: end }) } }),
    ...(who && { who }),
    ...(action && { action }),
    ...(target && { target: matchText(target) }),
    ...(search && {
      $or: [
        ...fields.map((field) => ({ [field]: matchText(search) })),
        ...(about.length > 0 ? isAbout : []),
      ],
    }),
  };
}

/**
 * The number of accounts that admins removed since a moment, and of those that their owners deleted.
 * @param joinedBefore yyyy-mm-dd: leaves out deleted accounts that joined on this day or later
 */
export async function countRemovals(
  { auditLog }: AuditLog,
  since: Date,
  joinedBefore: string,
): Promise<number> {
  const removed = { action: 'remove user' satisfies AuditAction, at: { $gte: since } };
  const deleted = { action: 'delete account' satisfies AuditAction, at: { $gte: since } };
  const [removals, deletions] = await Promise.all([
    auditLog.countDocuments(removed),
    auditLog.countDocuments({ ...deleted, 'before.joined': { $lt: joinedBefore } }),
  ]);
  return removals + deletions;
}

/** All entries that contain an email address, oldest first. */
export async function listEntriesAbout(
  { auditLog }: AuditLog,
  email: string,
): Promise<AuditDocument[]> {
  const found = await auditLog.find({ people: email }).toArray();
  return found.sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** Replaces the people in an entry by pseudonyms. The action and its time stay. */
export async function replacePeople(
  { auditLog }: AuditLog,
  { _id, who, target, before, after, people }: AuditDocument,
): Promise<void> {
  await auditLog.updateOne({ _id }, { $set: { who, target, before, after, people } });
}

/** The document that an act changed. */
export type ChangedDocument =
  | {
      collection: 'users' | 'classes' | 'children' | 'seatChanges' | 'contactMessages';
      id: ObjectId;
    }
  | { collection: 'refunds' | 'settings' | 'closedMonths'; id: string };

type UnfiledAct = { changed: ChangedDocument; act: AuditDocument };

/** Acts from before a moment that are still in the documents that they changed: those of up to 100 documents of each kind. */
export async function listUnfiledActs(
  collections: Collections,
  before: Date,
): Promise<UnfiledAct[]> {
  const filter = { 'unfiledActs.at': { $lte: before } };
  return findUnfiledActs(collections, filter, ({ at }) => at <= before, 100);
}

/** All acts that contain an email address and are still in the documents that they changed. */
export async function listUnfiledActsAbout(
  collections: Collections,
  email: string,
): Promise<UnfiledAct[]> {
  const filter = { 'unfiledActs.people': email };
  return findUnfiledActs(collections, filter, ({ people }) => people.includes(email));
}

/** Where acts can be before they are filed. */
const CHANGED = [
  'users',
  'classes',
  'children',
  'refunds',
  'settings',
  'closedMonths',
  'seatChanges',
  'contactMessages',
] as const;

type Unfiled = { _id: ObjectId | string; unfiledActs?: AuditDocument[] };

/** Documents whose acts are filed in the same way, whatever else is in them. */
function openChanged(collections: Collections, name: ChangedDocument['collection']) {
  return collections[name] as unknown as Collection<Unfiled>;
}

async function findUnfiledActs(
  collections: Collections,
  filter: Filter<Unfiled>,
  isWanted: (act: AuditDocument) => boolean,
  limit = 0,
): Promise<UnfiledAct[]> {
  const lists = await Promise.all(
    CHANGED.map(async (collection) => {
      const found = await openChanged(collections, collection)
        .find(filter, { projection: { unfiledActs: 1 }, limit })
        .toArray();
      return found.flatMap(({ _id: id, unfiledActs = [] }) =>
        unfiledActs
          .filter(isWanted)
          .map((act) => ({ changed: { collection, id } as ChangedDocument, act })),
      );
    }),
  );
  return lists.flat();
}

/** Removes an act from the document that it changed. */
export async function dropUnfiledAct(
  collections: Collections,
  { collection, id }: ChangedDocument,
  actId: string,
): Promise<void> {
  await openChanged(collections, collection).updateOne(
    { _id: id },
    { $pull: { unfiledActs: { _id: actId } } },
  );
}
