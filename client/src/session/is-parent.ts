import type { User } from '@speakifyr/contract/identity.ts';

/** Whether somebody has a parent's pages: students, and staff who have children or seats here. */
export function isParent(user: Pick<User, 'role' | 'hasFamily'> | undefined): boolean {
  return user?.role === 'student' || user?.hasFamily === true;
}
