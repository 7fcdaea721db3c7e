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
