import type { ListedUser } from '@speakifyr/contract/users.ts';
import type { Role } from '@speakifyr/contract/limits.ts';
import { readPlain } from '@speakifyr/contract/visible-text.ts';
import type { Filter } from 'mongodb';
import type { Collections } from '../database/collections.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { findPageOrBatches, type ListRequest, type PageOrBatches } from '../database/lists.ts';
import { startsWith } from '../database/search-words.ts';
import type { Services } from '../services.ts';
import { listNameFilters } from './find-users.ts';
import { matchTakeable, presentRemovals } from './removals.ts';
import { presentUser } from './users.service.ts';

/** Limits a list to some users. */
type UserFilter = { search?: string; role?: Role; removed?: boolean };

type Users = Pick<Collections, 'users'>;

/**
 * Active users, with one role or all, sorted by name by default: a page or, with `all`, every one. With `removed`, those
 * whose removal can be taken back instead. The search works like the office's search. R593
 */
export async function getUsers(
  { search, role, removed = false, ...request }: ListRequest & UserFilter & { all?: boolean },
  services: Services,
): Promise<PageOrBatches<ListedUser>> {
  const { users } = services.database.collections;
  const present = async (found: UserDocument[]) => {
    const removals = await presentRemovals(found, services);
    return found.map((user) => presentListedUser(user, removals));
  };
  if (removed) {
    const gone = { ...matchUsers({ search, role }), ...matchTakeable(services) };
    return findPageOrBatches(users, gone, request, 'name', present);
  }
  let count: (() => Promise<number>) | undefined;
  if (search) count = () => countFound({ users }, search, role);
  else if (!role || role === 'student') count = () => countMany({ users }, role);
  const wanted = matchUsers({ search, role });
  return findPageOrBatches(users, wanted, request, 'name', present, count);
}

function matchUsers({ search, role }: UserFilter): Filter<UserDocument> {
  return {
    status: 'active',
    ...(role && { role }),
    ...(search && { $or: Object.values(matchPerson(search)).filter((way) => way !== undefined) }),
  };
}

/** By all words of a name, a phone number, or the beginning of an email. Each has an index. R220 */
function matchPerson(typed: string) {
  const ways = listNameFilters(typed);
  return {
    byEmail: { email: startsWith(readPlain(typed).toLowerCase()) },
    byWords: ways.length > 1 ? { $or: ways } : ways[0],
  };
}

/** Counts by one index after another, and nobody twice: a count with `$or` may read every user. */
async function countFound({ users }: Users, search: string, role?: Role): Promise<number> {
  const { byEmail, byWords } = matchPerson(search);
  const all = matchUsers({ role });
  const [ofEmail, others] = await Promise.all([
    users.countDocuments({ ...all, ...byEmail }),
    byWords ? users.countDocuments({ ...all, ...byWords, email: { $not: byEmail.email } }) : 0,
  ]);
  return ofEmail + others;
}

/** Most users are active students. MongoDB knows a collection's size without reading it, so the others are counted. */
async function countMany({ users }: Users, role?: 'student'): Promise<number> {
  const isLeft = { status: { $in: ['removed' as const, 'deleting' as const, 'deleted' as const] } };
  const isOther = { role: { $in: ['instructor' as const, 'admin' as const] } };
  const [all, left, others] = await Promise.all([
    users.estimatedDocumentCount(),
    users.countDocuments(role ? { ...isLeft, role } : isLeft),
    role ? users.countDocuments(isOther) : 0,
  ]);
  return all - left - others;
}

function presentListedUser(
  user: UserDocument,
  removals: Awaited<ReturnType<typeof presentRemovals>>,
): ListedUser {
  const { otherSignIn: other } = user;
  const removal = removals.get(user._id.toHexString());
  const { birthDate: _own, ...shown } = presentUser(user);
  return {
    ...shown,
    otherSignIn: other ? { at: other.at.toISOString(), isVerified: other.isVerified } : null,
    ...(removal && { removal }),
  };
}
