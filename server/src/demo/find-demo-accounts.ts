import type { Collections } from '../database/collections.ts';
import { demoUsers } from './demo-data.ts';

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
