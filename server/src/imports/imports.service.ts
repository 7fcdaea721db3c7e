import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { IMPORT_DAYS, MAX_IMPORT_BYTES } from '@speakifyr/contract/import-fields.ts';
import type { ImportState } from '@speakifyr/contract/imports.ts';
import { hasMailbox } from '@speakifyr/contract/stand-in-address.ts';
import { ObjectId } from 'mongodb';
import { findClassNames } from '../database/class-store.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { ImportDocument } from '../database/import-document.ts';
import { ApiError } from '../errors.ts';
import { recordEvent } from '../events/audit-event.ts';
import { presentClaim } from '../families/office-families.ts';
import { DAY_MS } from '../school-time.ts';
import type { Services } from '../services.ts';
import { findPeopleById } from '../users/find-users.ts';
import { checkSame, fingerprint, writeOnce } from '../write-once.ts';
import { planImport } from './plan-import.ts';
import { fileError } from './read-table.ts';

/**
 * Says what a file would add, or begins to add it. The same request again adds nothing. R616
 * @throws {ApiError} `invalid_input` if it is no such file, `request_used`
 */
export async function takeImport(
  wanted: ParsedInput<Contract['POST /imports']>['body'],
  director: UserDocument,
  services: Services,
): Promise<ImportState> {
  const { id, kind, text, run } = wanted;
  if (Buffer.byteLength(text) > MAX_IMPORT_BYTES)
    throw fileError('The file has more than 5 MB. Please split it.');
  const { imports } = services.database.collections;
  const _id = new ObjectId(id);
  const request = fingerprint({ ...wanted, by: director._id });
  const begun = run && (await imports.findOne({ _id }));
  if (begun) {
    checkSame(begun.request, request);
    return presentImport(begun, services);
  }
  const { items, ...plan } = await planImport(wanted, services);
  const same = plan.rows.filter(({ outcome }) => outcome === 'same').length;
  const total = items.length;
  const planned = { ...plan, _id: id, state: 'planned' as const, total, made: 0, same, left: [] };
  if (!run) return planned;
  const at = services.now();
  if (plan.rows.length === 0) throw fileError(plan.notes[0] ?? 'The file has no rows.');
  const added: ImportDocument = {
    _id,
    request,
    kind,
    by: director._id,
    at,
    state: 'running',
    total,
    same,
    problems: plan.rows
      .filter(({ outcome }) => outcome === 'problem')
      .map(({ line, says }) => ({ line, says })),
    waiting: items,
    made: [],
    kept: [],
    checkAfter: at,
  };
  await writeOnce({
    wanted: request,
    find: async () => (await imports.findOne({ _id }, { projection: { request: 1 } }))?.request,
    write: () => imports.insertOne(added),
  });
  const told = { by: director._id, type: 'run import' as const, target: kind, before: null };
  await recordEvent({ ...told, after: { rows: plan.rows.length } }, `import-${id}`, services);
  return { ...planned, state: 'running' };
}

/** The imports that can still be undone, the newest first. R618 */
export async function listImports(services: Services): Promise<ImportState[]> {
  const { imports } = services.database.collections;
  const found = await imports
    .find({ at: { $gt: oldest(services) } }, { projection: { waiting: 0 } })
    .sort({ at: -1, _id: -1 })
    .toArray();
  return Promise.all(found.map((one) => presentImport(one, services)));
}

async function presentImport(
  { _id, kind, by, at, state, total, same, problems, made, kept }: Omit<ImportDocument, 'waiting'>,
  services: Services,
): Promise<ImportState> {
  // While a server works on it, only its counts are asked for, again and again.
  const isWorking = state === 'running' || state === 'undoing';
  const people = await findPeopleById(
    [by, ...(kind === 'families' && !isWorking ? [...made.map((one) => one._id), ...kept] : [])],
    services,
  );
  const nameOf = (id: ObjectId) => people.get(id.toHexString())?.name ?? '';
  const alone = made.flatMap((one) => {
    const user = people.get(one._id.toHexString());
    return user?.isUnclaimed && user.status === 'active' && !presentClaim(user, services)
      ? user
      : [];
  });
  const written = await listWrittenTo(alone, services);
  const classes =
    kind === 'classes' ? await findClassNames(services.database.collections, kept) : undefined;
  return {
    _id: _id.toHexString(),
    kind,
    at: at.toISOString(),
    by: nameOf(by),
    state,
    total,
    made: made.length,
    same,
    rows: problems.map((one) => ({ ...one, outcome: 'problem' as const })),
    left:
      state === 'undone'
        ? kept.map((id) => ({
            _id: id.toHexString(),
            name: classes?.get(id.toHexString()) ?? nameOf(id),
            hasEmail: false,
          }))
        : alone
            .filter(({ email }) => !written.has(email))
            .map(({ _id: userId, name, email }) => ({
              _id: userId.toHexString(),
              name,
              hasEmail: hasMailbox(email),
            })),
  };
}

const AT_ONCE = 1_000;

/** The addresses of these families to which the school has written. */
async function listWrittenTo(families: UserDocument[], services: Services): Promise<Set<string>> {
  const { contactMessages } = services.database.collections;
  const written = new Set<string>();
  for (let start = 0; start < families.length; start += AT_ONCE) {
    const emails = families.slice(start, start + AT_ONCE).map(({ email }) => email);
    const found = await contactMessages
      .find({ email: { $in: emails }, message: '' }, { projection: { email: 1 } })
      .toArray();
    for (const { email } of found) written.add(email);
  }
  return written;
}

/**
 * Begins to undo an import: what nobody has touched since goes, the rest stays. May be repeated. R618
 * @throws {ApiError} `not_found`, also while it runs and after IMPORT_DAYS
 */
export async function undoImport(
  id: string,
  director: UserDocument,
  services: Services,
): Promise<void> {
  const { imports } = services.database.collections;
  const at = services.now();
  const one = { _id: new ObjectId(id), at: { $gt: oldest(services) } };
  const found = await imports.findOneAndUpdate(
    { ...one, state: { $in: ['done', 'stopped'] } },
    { $set: { state: 'undoing', checkAfter: at } },
    { projection: { kind: 1, made: 1 } },
  );
  if (!found) {
    const isUndone = await imports.findOne({ ...one, state: { $in: ['undoing', 'undone'] } });
    if (isUndone) return;
    throw new ApiError(
      'not_found',
      'This import can’t be undone: it still runs, or its seven days are over.',
    );
  }
  const told = { by: director._id, type: 'undo import' as const, target: found.kind, before: null };
  await recordEvent({ ...told, after: { made: found.made.length } }, `undo-${id}`, services);
}

/** An import is kept this long. */
function oldest({ now }: Services): Date {
  return new Date(now().getTime() - IMPORT_DAYS * DAY_MS);
}

/** Deletes imports that can't be undone anymore. A job. R618 */
export async function forgetOldImports(services: Services): Promise<void> {
  await services.database.collections.imports.deleteMany({
    at: { $lte: oldest(services) },
    checkAfter: { $exists: false },
  });
}
