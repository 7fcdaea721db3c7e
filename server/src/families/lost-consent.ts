import type { ObjectId } from 'mongodb';
import type { Services } from '../services.ts';
import type { Family } from './family.ts';
import { hasEveryRight } from './rights.ts';

/**
 * Forgets that a child may leave alone if who said so no longer has every right. Nobody reads it from then on anyway: this
 * way it does not come back with them.
 * @param after what has become of the family
 */
export async function endLostConsent(
  childId: ObjectId,
  after: Family,
  { database }: Pick<Services, 'database'>,
): Promise<void> {
  const deciding = after.guardians.filter(hasEveryRight).map(({ userId }) => userId);
  await database.collections.childContacts.updateOne(
    { _id: childId, 'mayLeaveAlone.by': { $exists: true, $not: { $in: deciding } } },
    { $unset: { mayLeaveAlone: true } },
  );
}
