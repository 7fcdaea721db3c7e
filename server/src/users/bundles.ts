import type { AdminBundle } from '@speakifyr/contract/limits.ts';
import type { UserDocument } from '../database/user-documents.ts';

/** The admins who work with families. */
export const OFFICE: readonly AdminBundle[] = ['director', 'office'];

/** What somebody may do as an admin; undefined if they are not one. R292 */
export function bundleOf({
  role,
  bundle,
}: Pick<UserDocument, 'role' | 'bundle'>): AdminBundle | undefined {
  return role === 'admin' ? (bundle ?? 'director') : undefined;
}

/** What somebody may do, in a word or two: `student`, `admin office`. Somebody new will be a student. R527 */
export function nameRight(user: Pick<UserDocument, 'role' | 'bundle'> | null | undefined): string {
  if (!user) return 'student';
  const bundle = bundleOf(user);
  return bundle ? `${user.role} ${bundle}` : user.role;
}

/** Whether somebody is an active admin who may see families: not an accountant. */
export function worksInOffice(user: Pick<UserDocument, 'role' | 'bundle' | 'status'>): boolean {
  const bundle = bundleOf(user);
  return user.status === 'active' && bundle !== undefined && OFFICE.includes(bundle);
}
