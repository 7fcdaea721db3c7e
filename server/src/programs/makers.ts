import type { ObjectId } from 'mongodb';
import { bundleOf } from '../users/bundles.ts';
import { findActiveUsers } from '../users/find-users.ts';
import type { Services } from '../services.ts';

/**
 * Reads who made keys or webhooks. What a director made is the school's and stays; the list says whether they still
 * are one. R513
 * @returns a function for one maker. Nobody's name for one whose account has ended
 */
export async function nameMakers(
  made: { by: ObjectId }[],
  services: Services,
): Promise<(by: ObjectId) => { name: string; isDirector: boolean }> {
  const ids = made.map(({ by }) => by);
  const users = await findActiveUsers(ids, services);
  return (by) => {
    const user = users.find(({ _id }) => _id.equals(by));
    return { name: user?.name ?? '', isDirector: !!user && bundleOf(user) === 'director' };
  };
}
