import type { AuditEntry } from '@speakifyr/contract/audit.ts';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { MAX_FOUND } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { getAuditLog } from '../audit/audit.service.ts';
import { findChildren, findChildrenByWords } from '../families/booking.ts';
import type { PageOrBatches } from '../database/lists.ts';
import { readWords } from '../database/search-words.ts';
import type { Services } from '../services.ts';
import { findClassNames } from '../database/class-store.ts';

/** The fields of an entry that hold ids, which say nothing to a reader. */
const ID_FIELDS = ['child', 'children', 'classId'];

type Values = AuditEntry['before'];

/**
 * The audit log as admins read it: with the names of children and classes that still exist, and searchable by child
 * name. The log itself never holds a child's name, because it outlives the child's record. R273
 */
export async function getNamedAuditLog(
  request: Wanted,
  services: Services,
): Promise<PageOrBatches<AuditEntry>> {
  const about = await findAbout(request, services);
  const name = (entries: AuditEntry[]) => nameEntries(entries, services);
  return getAuditLog({ ...request, about }, name, services);
}

type Wanted = ParsedInput<Contract['GET /auditLog']>['query'];

/** The ids of the children whom the search finds by name. */
async function findAbout({ search = '' }: Wanted, services: Services): Promise<string[]> {
  const children = await Promise.all(
    readWords(search).map((words) => findChildrenByWords(words, MAX_FOUND, services)),
  );
  return [...new Set(children.flat().map(({ _id }) => _id.toHexString()))];
}

async function nameEntries(entries: AuditEntry[], services: Services): Promise<AuditEntry[]> {
  const names = await findNames(
    entries.flatMap(({ before, after }) => [...listIds(before), ...listIds(after)]),
    services,
  );
  return entries.map((entry) => ({
    ...entry,
    before: nameIds(entry.before, names),
    after: nameIds(entry.after, names),
  }));
}

async function findNames(ids: string[], services: Services): Promise<Map<string, string>> {
  const known = [...new Set(ids)].map((id) => new ObjectId(id));
  if (known.length === 0) return new Map();
  const [children, classes] = await Promise.all([
    findChildren(known, services),
    findClassNames(services.database.collections, known),
  ]);
  return new Map([
    ...classes,
    ...children.map(({ _id, name }) => [_id.toHexString(), name] as const),
  ]);
}

function listIds(values: Values): string[] {
  return ID_FIELDS.flatMap((field) => values?.[field]).filter(
    (id): id is string => typeof id === 'string' && ObjectId.isValid(id),
  );
}

function nameIds(values: Values, names: Map<string, string>): Values {
  const nameId = (id: unknown) => {
    const name = names.get(String(id));
    return name === undefined ? id : { _id: id, name };
  };
  const nameField = (field: string, value: unknown) => {
    if (!ID_FIELDS.includes(field)) return value;
    return Array.isArray(value) ? value.map(nameId) : nameId(value);
  };
  return (
    values &&
    Object.fromEntries(
      Object.entries(values).map(([field, value]) => [field, nameField(field, value)]),
    )
  );
}
