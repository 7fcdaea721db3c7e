import type { AuditAction } from '@speakifyr/contract/audit-actions.ts';
import type { Collection, Filter } from 'mongodb';
import type { Collections, UserDocument } from '../database/collections.ts';
import type { Actor, AuditEvent } from '../database/event-document.ts';
import {
  findBatches,
  findPage,
  type ListRequest,
  matchText,
  type Page,
} from '../database/lists.ts';
import type { Period } from '../school-time.ts';

type Events = Pick<Collections, 'events'>;

/** The events that the audit log shows. No function removes them, and only `replacePeople` changes them. */
function openLog({ events }: Events): Collection<AuditEvent> {
  return events as unknown as Collection<AuditEvent>;
}

/** Limits the list to some entries. `since` replaces a missing start if the filter has a text to look for. */
export type AuditFilter = Period & {
  search?: string | undefined;
  /** Only what one of these did. */
  by?: Actor[] | undefined;
  /** With a `search`, what these people did is found too. */
  foundBy?: Actor[];
  action?: AuditAction | undefined;
  target?: string | undefined;
  /** With a `search`, entries about one of these children are found too. Their ids, as 24 hexadecimal digits. */
  about?: string[] | undefined;
  since: Date;
};

const CHILD_FIELDS = ['child', 'children'].flatMap((field) => [
  `data.before.${field}`,
  `data.after.${field}`,
]);

/** Newest first. */
export async function listAuditEntries(
  collections: Events,
  request: ListRequest & AuditFilter,
): Promise<Page<AuditEvent>> {
  const { search, by, action, target, start, end } = request;
  const isAll = !(search || by || action || target || start || end);
  const count = isAll ? () => countAll(collections) : undefined;
  return findPage(openLog(collections), matchEntries(request), request, '-at', {}, count);
}

/** MongoDB knows the size of a collection without reading it. Only the few events that are no entries are counted. */
async function countAll({ events }: Events): Promise<number> {
  const [all, others] = await Promise.all([
    events.estimatedDocumentCount(),
    events.countDocuments({ mailDue: true, 'data.target': { $exists: false } }),
  ]);
  return all - others;
}

/** The same entries, all of them, in batches. */
export function readAllAuditEntries(
  collections: Events,
  request: ListRequest & AuditFilter,
): AsyncIterable<AuditEvent[]> {
  return findBatches(openLog(collections), matchEntries(request), request, '-at');
}

function matchEntries(filter: AuditFilter): Filter<AuditEvent> {
  const { search, by, foundBy = [], action, target, about = [], start, end, since } = filter;
  const fields = ['type', 'data.target'] as const;
  const isAbout = CHILD_FIELDS.map((field) => ({ [field]: { $in: about } }));
  // Any entry may contain the text, so the index on the date must limit how many we read.
  const first = start ?? (search || target ? since : undefined);
  return {
    ...((first || end) && { at: { $gte: first ?? new Date(0), ...(end && { $lt: end }) } }),
    ...(by && { by: { $in: by } }),
    ...(action && { type: action }),
    'data.target': target ? matchText(target) : { $exists: true },
    ...(search && {
      $or: [
        ...fields.map((field) => ({ [field]: matchText(search) })),
        { by: { $in: foundBy } },
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
  collections: Events,
  since: Date,
  joinedBefore: string,
): Promise<number> {
  const removed = { type: 'remove user' as const, at: { $gte: since } };
  const deleted = { type: 'delete account' as const, at: { $gte: since } };
  const [removals, deletions] = await Promise.all([
    openLog(collections).countDocuments(removed),
    openLog(collections).countDocuments({
      ...deleted,
      'data.before.joined': { $lt: joinedBefore },
    }),
  ]);
  return removals + deletions;
}

/** All entries of what a person did, or with their email address, oldest first. */
export async function listEntriesAbout(
  collections: Events,
  { _id: by, email }: Pick<UserDocument, '_id' | 'email'>,
): Promise<AuditEvent[]> {
  const [done, about] = await Promise.all([
    openLog(collections).find({ by }).toArray(),
    openLog(collections)
      .find({ by: { $ne: by }, 'data.people': email })
      .toArray(),
  ]);
  return [...done, ...about].sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** Replaces the people in an entry by pseudonyms. The type and its time stay. */
export async function replacePeople(collections: Events, { _id, data }: AuditEvent): Promise<void> {
  await openLog(collections).updateOne({ _id }, { $set: { data } });
}
