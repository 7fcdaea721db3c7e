import type { AdminBundle } from '@speakifyr/contract/limits.ts';
import { paths } from '../lib/paths.ts';
import { useSession } from './auth.tsx';

/** The admins' pages that an accountant has, and those that only a director has. The server decides. */
const OF_ACCOUNTANT: string[] = [paths.accounting, paths.papers, paths.payments, paths.ownMessages];
const OF_DIRECTOR: string[] = [
  ...[paths.addInstructor, paths.changeRefundPolicy, paths.aidRequests, paths.programs],
  ...[paths.school, paths.imports],
];

/** What the signed-in admin may do. It hides what the server would refuse. R292 */
export function useBundle(): AdminBundle {
  return useSession().user?.bundle ?? 'director';
}

/** Whether an admin may open one of the admins' pages. @param path without parameters */
export function mayOpen(path: string, bundle: AdminBundle = 'director'): boolean {
  if (bundle === 'accountant') return OF_ACCOUNTANT.includes(path);
  return bundle === 'director' || !OF_DIRECTOR.includes(path);
}

/** The navigation state on the first page of an admin who lacks the right to the page that they wanted. */
export const LACKS_RIGHT = { lacksRight: true };

/** Whether this admin was sent here from a page that they have no right to. R67 */
export function lacksRight(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'lacksRight' in state;
}

const OF_PARENTS: string[] = [
  ...[paths.student, paths.myClasses, paths.waiting, paths.payment, paths.enroll, paths.children],
  ...[paths.plan, paths.aid],
];

/** Whether an address is one of a parent's pages. */
export function isParentsPage(pathname: string): boolean {
  return OF_PARENTS.some((path) => pathname === path || pathname.startsWith(`${path}/`));
}
