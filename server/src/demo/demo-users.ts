import { FIRST_SCHOOL } from '@speakifyr/contract/school.ts';
import type { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import type { Collections } from '../database/collections.ts';
import { listSearchWords } from '../database/search-words.ts';
import { DAY_MS, findDayStart, formatIsoDay } from '../school-time.ts';
import { DAYS_PAID_BACK, type DemoUser, demoUsers } from './demo-data.ts';
import { buildDemoCertificates } from './demo-certificates.ts';
import { makeId } from './demo-family.ts';
import { demoNewcomers, demoTeachers } from './demo-people.ts';

/** Days between two people who joined before this month. */
const STEP_DAYS = 3;

/** The person of the demo school with this id. R62, R208 */
export function findDemoUser(id: ObjectId): DemoUser {
  const found = demoUsers.find(({ email }) => makeId(email).equals(id));
  if (!found) throw new Error(`Nobody in the demo school has the id ${id.toHexString()}`);
  return found;
}

/**
 * The accounts of the demo school. Everybody joined before this month began and before they paid for a class, except
 * for the newcomers: they joined this month, and are 21% of the others.
 */
export function buildDemoUsers(today: Date, timeZone: string): UserDocument[] {
  const month = formatIsoDay(today, timeZone).slice(0, 7);
  const monthStart = findDayStart(`${month}-01`, timeZone).getTime();
  const firstPayment = today.getTime() - (DAYS_PAID_BACK + 1) * DAY_MS;
  const isNew = new Map(demoNewcomers.map(({ email }, place) => [email, place + 1]));
  return demoUsers.map((user, place) => {
    const before = Math.min(monthStart, firstPayment) - (place + 1) * STEP_DAYS * DAY_MS;
    const share = (isNew.get(user.email) ?? 0) / (demoNewcomers.length + 1);
    const createdAt = share > 0 ? monthStart + share * (today.getTime() - monthStart) : before;
    return {
      _id: makeId(user.email),
      ...user,
      searchWords: listSearchWords(user),
      ...(user.role === 'instructor' && {
        certificates: buildDemoCertificates(user.email, formatIsoDay(today, timeZone)),
      }),
      credentials: '',
      details: demoTeachers.find(({ email }) => email === user.email)?.about ?? '',
      createdAt: new Date(createdAt),
      agreedTerms: { of: FIRST_SCHOOL.termsDate, at: new Date(createdAt) },
      status: 'active',
    };
  });
}

/** @returns the addresses of demo accounts in this database, whose password everybody knows */
export async function findDemoAccounts({ users }: Pick<Collections, 'users'>): Promise<string[]> {
  const addresses = demoUsers.map(({ email }) => email);
  const found = users.find({ email: { $in: addresses } }, { projection: { email: 1 } });
  return found.map(({ email }) => email).toArray();
}

/** @returns why such a database must not be used with real sign-in, in one sentence */
export function describeDemoAccounts(found: string[]): string {
  const others = found.length > 1 ? ` and ${found.length - 1} more` : '';
  return `The database has demo accounts (${found[0]}${others}), which anybody could claim with real sign-in. Use another database (MONGODB_URI).`;
}
