import type { ListedUser } from '@speakifyr/contract/users.ts';
import type { Role } from '@speakifyr/contract/limits.ts';
import { readPlain } from '@speakifyr/contract/visible-text.ts';
import type { Filter } from 'mongodb';
import type { Collections, UserDocument } from '../database/collections.ts';
import { findPageOrBatches, type ListRequest, type PageOrBatches } from '../database/lists.ts';
import { matchWords, readPhone, readWords, startsWith } from '../database/search-words.ts';
import type { Services } from '../services.ts';
import { presentUser } from './users.service.ts';

/** Limits a list to some users. */
type UserFilter = { search?: string; role?: Role };

type Users = Pick<Collections, 'users'>;

/**
 * Active users, with one role or all, sorted by name by default: a page or, with `all`, every one. The search works
 * like the office's search.
 */
export async function getUsers(
  { search, role, ...request }: ListRequest & UserFilter & { all?: boolean },
  { database }: Services,
): Promise<PageOrBatches<ListedUser>> {
  const { users } = database.collections;
  let count: (() => Promise<number>) | undefined;
  if (search) count = () => countFound({ users }, search, role);
  else if (!role || role === 'student') count = () => countMany({ users }, role);
  const wanted = matchUsers({ search, role });
  const present = (found: UserDocument[]) => found.map(presentListedUser);
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
  const phone = readPhone(typed);
  const readings = phone ? [[phone]] : readWords(typed);
  return {
    byEmail: { email: startsWith(readPlain(typed).toLowerCase()) },
    byWords: readings.length > 1 ? { $or: readings.map(matchWords) } : readings.map(matchWords)[0],
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

function presentListedUser(user: UserDocument): ListedUser {
  const { otherSignIn: other } = user;
  const { birthDate: _own, ...shown } = presentUser(user);
  return {
    ...shown,
    otherSignIn: other ? { at: other.at.toISOString(), isVerified: other.isVerified } : null,
  };
}
