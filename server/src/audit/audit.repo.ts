import type { AuditDocument, Collections } from '../database/collections.ts';
import { findPage, type ListRequest, matchText, type Page } from '../database/lists.ts';

type AuditLog = Pick<Collections, 'auditLog'>;

/** Writes a line, once; there is no function that changes or removes one. */
export async function insertAuditEntry(
  { auditLog }: AuditLog,
  { _id, ...entry }: AuditDocument,
): Promise<void> {
  await auditLog.updateOne({ _id }, { $setOnInsert: entry }, { upsert: true });
}

/** Latest first; searched in who, action and target. */
export async function listAuditEntries(
  { auditLog }: AuditLog,
  { search, ...request }: ListRequest & { search?: string | undefined },
): Promise<Page<AuditDocument>> {
  const fields = ['who', 'action', 'target'] as const;
  const filter = search ? { $or: fields.map((field) => ({ [field]: matchText(search) })) } : {};
  return findPage(auditLog, filter, request, '-at');
}
