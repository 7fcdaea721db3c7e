import type { ObjectId } from 'mongodb';
import type { AuditDocument, Collections } from '../database/collections.ts';
import { findPage, type ListRequest, matchText, type Page } from '../database/lists.ts';

type AuditLog = Pick<Collections, 'auditLog'>;

/** Writes a line, once. There is no function that removes one, and only `replacePeople` changes any. */
export async function insertAuditEntry(
  { auditLog }: AuditLog,
  { _id, ...entry }: AuditDocument,
): Promise<void> {
  await auditLog.updateOne({ _id }, { $setOnInsert: entry }, { upsert: true });
}

/** Newest first. A search looks at who, action and target of the entries since a moment, which an index finds. */
export async function listAuditEntries(
  { auditLog }: AuditLog,
  { search, since, ...request }: ListRequest & { search?: string | undefined; since: Date },
): Promise<Page<AuditDocument>> {
  const fields = ['who', 'action', 'target'] as const;
  const filter = search
    ? { at: { $gte: since }, $or: fields.map((field) => ({ [field]: matchText(search) })) }
    : {};
  return findPage(auditLog, filter, request, '-at');
}

/** Every line in which an e-mail address stands, oldest first. */
export async function listEntriesAbout(
  { auditLog }: AuditLog,
  email: string,
): Promise<AuditDocument[]> {
  const found = await auditLog.find({ people: email }).toArray();
  return found.sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** Writes a line anew in which somebody has got a pseudonym: what was done, and when, stays. */
export async function replacePeople(
  { auditLog }: AuditLog,
  { _id, who, target, before, after, people }: AuditDocument,
): Promise<void> {
  await auditLog.updateOne({ _id }, { $set: { who, target, before, after, people } });
}

/** A document that was changed by an act. */
export type ChangedDocument = { collection: 'users' | 'classes'; id: ObjectId };

/** Acts that are still in the documents that they changed, from before a moment. */
export async function listUnfiledActs(
  collections: Collections,
  before: Date,
): Promise<{ changed: ChangedDocument; act: AuditDocument }[]> {
  const filter = { 'unfiledActs.at': { $lte: before } };
  const options = { projection: { unfiledActs: 1 } };
  const [users, classes] = await Promise.all([
    collections.users.find(filter, options).limit(100).toArray(),
    collections.classes.find(filter, options).limit(100).toArray(),
  ]);
  const listActs = (
    collection: ChangedDocument['collection'],
    found: typeof users | typeof classes,
  ) =>
    found.flatMap(({ _id: id, unfiledActs = [] }) =>
      unfiledActs
        .filter(({ at }) => at <= before)
        .map((act) => ({ changed: { collection, id }, act })),
    );
  return [...listActs('users', users), ...listActs('classes', classes)];
}

/** Takes an act out of the document that it changed. */
export async function dropUnfiledAct(
  collections: Collections,
  { collection, id }: ChangedDocument,
  actId: string,
): Promise<void> {
  const update = { $pull: { unfiledActs: { _id: actId } } };
  if (collection === 'users') await collections.users.updateOne({ _id: id }, update);
  else await collections.classes.updateOne({ _id: id }, update);
}
