import type { Collections } from '../database/collections.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { Services } from '../services.ts';

/**
 * Whether somebody has children, or has ever paid for a seat. Instructors and admins who have keep a parent's pages. A
 * seat of a free class has a payment of 0. R294
 */
export async function hasFamily(
  { _id }: Pick<UserDocument, '_id'>,
  { database }: Pick<Services, 'database'>,
): Promise<boolean> {
  const { children, payments }: Pick<Collections, 'children' | 'payments'> = database.collections;
  const [child, payment] = await Promise.all([
    children.findOne({ 'guardians.userId': _id }, { projection: { _id: 1 } }),
    payments.findOne(
      { userId: _id, status: { $in: ['enrolled', 'refunded'] } },
      { projection: { _id: 1 } },
    ),
  ]);
  return child !== null || payment !== null;
}

/** Whether somebody may take seats: every student, and staff with a family here. */
export async function mayBook(
  user: Pick<UserDocument, '_id' | 'role'>,
  services: Pick<Services, 'database'>,
): Promise<boolean> {
  return user.role === 'student' || (await hasFamily(user, services));
}
