import type { InstructorPage } from '@speakifyr/contract/instructors.ts';
import type { UserDocument } from '../../database/collections.ts';
import { ApiError } from '../../errors.ts';
import type { Services } from '../../services.ts';

/** Visitors see an instructor as soon as their page has a text. The schema has trimmed it. */
export function isPublic({ details }: Pick<UserDocument, 'details'>): boolean {
  return details !== '';
}

/** What an instructor has written about themselves. */
export function presentPage({ photo, details }: UserDocument): InstructorPage {
  return { photo, details, isPublic: isPublic({ details }) };
}

/**
 * Changes an instructor's text, and their photo if one is given.
 * @returns the page as it is now
 * @throws {ApiError} `not_found` if the person is not an instructor anymore
 */
export async function changePage(
  { _id }: UserDocument,
  { details, photo }: { details: string; photo?: string | undefined },
  { database }: Services,
): Promise<InstructorPage> {
  const changed = await database.collections.users.findOneAndUpdate(
    { _id, role: 'instructor', status: 'active' },
    { $set: { details, ...(photo !== undefined && { photo }) } },
    { returnDocument: 'after' },
  );
  if (!changed) throw new ApiError('not_found', 'You are not an instructor anymore.');
  return presentPage(changed);
}
