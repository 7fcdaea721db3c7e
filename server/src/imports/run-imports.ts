import type { ImportKind } from '@speakifyr/contract/import-fields.ts';
import type { ObjectId } from 'mongodb';
import pLimit from 'p-limit';
import { deleteAccountIf } from '../account/delete-account.ts';
import { reopenUndecided } from '../account/deleted-users.ts';
import { addClass } from '../classes/manage-classes.ts';
import { deleteClasses, findClass, listClasses } from '../database/class-store.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { ImportDocument, ImportItem } from '../database/import-document.ts';
import { ApiError } from '../errors.ts';
import { relayEvents } from '../events/relay.ts';
import { openFamily } from '../families/office-families.ts';
import { logFailure } from '../log.ts';
import type { Services } from '../services.ts';
import { bundleOf } from '../users/bundles.ts';
import { findNewOwner, findUserWithId } from '../users/find-users.ts';
import { findKnownFamilies } from './find-known.ts';
import { isUntouched, stampFamily } from './untouched.ts';

/** How many families or classes are made or undone before an import is written. */
const AT_ONCE = 50;
/** A deleted family is a hundred reads and writes, one after the other. */
const FAMILIES_AT_ONCE = 5;
/** How long a server's claim lasts: longer than so many take. */
const WORK_MS = 2 * 60_000;

/** Goes on with imports at once, after a request. Errors are only logged: the job goes on. */
export async function runImportsNow(services: Services): Promise<void> {
  await logFailure(
    runImports(services, services.stopping),
    'a job goes on with an import',
    services,
  );
}

/**
 * Makes what imports are still to make, and undoes what they are still to undo. A job; several servers may run it at once.
 * Each step may be repeated: what was made just before a server was killed is there under its id. R617
 * @param signal stops it between two steps
 */
export async function runImports(services: Services, signal?: AbortSignal): Promise<void> {
  const { imports } = services.database.collections;
  while (!signal?.aborted) {
    const open = await imports.findOneAndUpdate(
      { checkAfter: { $lte: services.now() } },
      { $set: { checkAfter: endOfWork(services) } },
    );
    if (!open) return;
    const isDone = await (open.state === 'undoing' ? undoRest : makeRest)(open, services, signal);
    // Another server goes on at once.
    if (!isDone)
      await imports.updateOne(
        { _id: open._id, checkAfter: { $exists: true } },
        { $set: { checkAfter: services.now() } },
      );
  }
}

/** @returns false if it was stopped before the end */
async function makeRest(
  { _id, by, waiting }: ImportDocument,
  services: Services,
  signal?: AbortSignal,
): Promise<boolean> {
  const { imports } = services.database.collections;
  const open = { _id, state: 'running' as const };
  for (let start = 0; start < waiting.length; start += AT_ONCE) {
    if (signal?.aborted) return false;
    const director = await findUserWithId(by, services);
    if (director?.status !== 'active' || bundleOf(director) !== 'director') {
      // Nobody stands for the rest anymore. What was made before a server was killed can be undone, too.
      const begun = waiting.slice(start, start + AT_ONCE);
      const there = await findMade(begun, services);
      await imports.updateOne(open, {
        $set: { state: 'stopped', waiting: [] },
        $unset: { checkAfter: '' },
        $push: { made: { $each: begun.filter(there).map((one) => describeMade(one, services)) } },
      });
      return true;
    }
    const some = waiting.slice(start, start + AT_ONCE);
    const findCome = await readCome(some, services);
    const made: ImportDocument['made'] = [];
    const problems: ImportDocument['problems'] = [];
    for (const item of some) {
      const problem = findCome(item) ?? (await makeItem(item, director, services));
      if (problem) problems.push({ line: item.line, says: problem });
      else made.push(describeMade(item, services));
    }
    const ids = some.map((item) => item._id);
    const { matchedCount } = await imports.updateOne(
      { ...open, 'waiting._id': ids[0] },
      {
        $push: { made: { $each: made }, problems: { $each: problems } },
        $pull: { waiting: { _id: { $in: ids } } },
        $set: { checkAfter: endOfWork(services) },
      },
    );
    // Another server was faster.
    if (matchedCount === 0) return true;
  }
  await imports.updateOne(
    { ...open, waiting: [] },
    { $set: { state: 'done' }, $unset: { checkAfter: '' } },
  );
  return true;
}

/**
 * Which of these families have come since the file was looked at: by another import, or because the office opened them. Without an
 * email address, nothing else would notice. R616
 * @returns says why one can't be made; undefined if it can
 */
async function readCome(
  items: ImportItem[],
  services: Services,
): Promise<(item: ImportItem) => string | undefined> {
  const groups = new Map(
    items.flatMap((item) => (item.family ? [[item, { rows: [], ...item.family }]] : [])),
  );
  const find = await findKnownFamilies([...groups.values()], services);
  const says = (item: ImportItem) => {
    const group = groups.get(item);
    const known = group && find(group);
    if (!known) return undefined;
    return 'problem' in known ? known.problem : known.children && 'This family is here by now.';
  };
  // Looked at last: what this import has made itself, before a server was killed or on another one, is no other family.
  const isOwn = await findMade(items.filter(says), services);
  return (item) => (isOwn(item) ? undefined : says(item));
}

/** @returns says whether one of these is there already */
async function findMade(
  items: ImportItem[],
  { database }: Services,
): Promise<(item: ImportItem) => boolean> {
  const ids = { _id: { $in: items.map(({ _id }) => _id) } };
  const [people, classes] = await Promise.all([
    database.collections.users.find(ids, { projection: { _id: 1 } }).toArray(),
    listClasses(database.collections, ids),
  ]);
  const there = new Set([...people, ...classes].map(({ _id }) => _id.toHexString()));
  return ({ _id }) => there.has(_id.toHexString());
}

function describeMade(
  { _id, family }: ImportItem,
  services: Services,
): ImportDocument['made'][number] {
  return family ? { _id, stamp: stampFamily(_id, family, services) } : { _id };
}

/** @returns why it could not be made */
async function makeItem(
  { _id, family, campClass, instructorId }: ImportItem,
  director: UserDocument,
  services: Services,
): Promise<string | undefined> {
  try {
    if (family) await openFamily({ id: _id.toHexString(), ...family }, director, services);
    // It may be there from a first try.
    if (campClass && !(await findClass(services.database.collections, { _id })))
      await addClass(campClass, director, services, { _id, plannedInstructorId: instructorId });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === 'unavailable') throw error;
    // Somebody added it since the file was looked at.
    return error.message;
  }
}

/** @returns false if it was stopped before the end */
async function undoRest(
  { _id, kind, made }: ImportDocument,
  services: Services,
  signal?: AbortSignal,
): Promise<boolean> {
  const { imports } = services.database.collections;
  const open = { _id, state: 'undoing' as const };
  for (let start = 0; start < made.length; start += AT_ONCE) {
    if (signal?.aborted) return false;
    const some = made.slice(start, start + AT_ONCE);
    const kept = await undoSome(kind, some, services);
    const ids = some.map((one) => one._id);
    const { matchedCount } = await imports.updateOne(
      { ...open, 'made._id': ids[0] },
      {
        $push: { kept: { $each: kept } },
        $pull: { made: { _id: { $in: ids } } },
        $set: { checkAfter: endOfWork(services) },
      },
    );
    // Another server was faster.
    if (matchedCount === 0) return true;
  }
  await imports.updateOne(
    { ...open, made: [] },
    { $set: { state: 'undone' }, $unset: { checkAfter: '' } },
  );
  return true;
}

function endOfWork({ now }: Services): Date {
  return new Date(now().getTime() + WORK_MS);
}

/**
 * Takes back what an import made, where nobody has touched it since. May be repeated. R618
 * @returns what stays because somebody has
 */
async function undoSome(
  kind: ImportKind,
  made: ImportDocument['made'],
  services: Services,
): Promise<ObjectId[]> {
  // Events still in a document would be lost with it.
  await relayEvents(services);
  if (kind === 'classes') return undoClasses(made, services);
  const limit = pLimit(FAMILIES_AT_ONCE);
  const kept = await Promise.all(made.map((one) => limit(() => undoFamily(one, services))));
  return kept.flatMap((id) => id ?? []);
}

/** @returns whose account stays, if it does */
async function undoFamily(
  { _id, stamp = '' }: ImportDocument['made'][number],
  services: Services,
): Promise<ObjectId | undefined> {
  const user = await findOpened(_id, services);
  // Its owner has taken it over.
  const owner = findNewOwner(user) ?? user?.deletion?.into;
  // Gone, or on its way, from a first try or because its owner wanted it.
  if (!user || user.status === 'deleted' || user.status === 'deleting') return owner;
  const mayGo = (now: UserDocument) => isUntouched(now, stamp, services);
  const isGone = await deleteAccountIf(user, mayGo, services);
  return owner ?? (isGone ? undefined : _id);
}

/** A try that was cut off between its two looks has decided nothing. R641 */
async function findOpened(_id: ObjectId, services: Services): Promise<UserDocument | null> {
  const user = await findUserWithId(_id, services);
  if (!user?.deletion?.isUndecided) return user;
  await reopenUndecided(user, services);
  return findUserWithId(_id, services);
}

/** Only drafts that are as they were made: nobody can have joined one. */
async function undoClasses(made: ImportDocument['made'], services: Services): Promise<ObjectId[]> {
  const { collections } = services.database;
  const ids = { _id: { $in: made.map(({ _id }) => _id) } };
  await deleteClasses(collections, { ...ids, status: 'draft', version: 0, events: [] });
  return (await listClasses(collections, ids)).map(({ _id }) => _id);
}
