import type { ImportKind } from '@speakifyr/contract/import-fields.ts';
import type { ObjectId } from 'mongodb';
import { deleteAccountIf } from '../account/delete-account.ts';
import { reopenUndecided } from '../account/deleted-users.ts';
import { deleteClasses, listClasses } from '../database/class-store.ts';
import type { UserDocument } from '../database/collections.ts';
import type { ImportDocument } from '../database/import-document.ts';
import { relayEvents } from '../events/relay.ts';
import type { Services } from '../services.ts';
import { findNewOwner, findUserWithId } from '../users/find-users.ts';
import { isUntouched } from './untouched.ts';

/**
 * Takes back what an import made, where nobody has touched it since. May be repeated. R618
 * @returns what stays because somebody has
 */
export async function undoSome(
  kind: ImportKind,
  made: ImportDocument['made'],
  services: Services,
): Promise<ObjectId[]> {
  // Events still in a document would be lost with it.
  await relayEvents(services);
  if (kind === 'classes') return undoClasses(made, services);
  const kept: ObjectId[] = [];
  for (const { _id, stamp = '' } of made) {
    const user = await findOpened(_id, services);
    // Its owner has taken it over.
    const owner = findNewOwner(user) ?? user?.deletion?.into;
    if (owner) kept.push(owner);
    // Gone, or on its way, from a first try or because its owner wanted it.
    if (!user || user.status === 'deleted' || user.status === 'deleting') continue;
    const isGone = await deleteAccountIf(
      user,
      (now) => isUntouched(now, stamp, services),
      services,
    );
    if (!isGone) kept.push(_id);
  }
  return kept;
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
