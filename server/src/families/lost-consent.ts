import type { ObjectId } from 'mongodb';
import { forgetAidFor } from '../prices/aid-store.ts';
import type { Services } from '../services.ts';
import type { Family } from './family.ts';
import { hasEveryRight } from './rights.ts';

/**
 * Erases a child's photo, and forgets that it may leave alone, if who said so no longer has every right. Nobody reads
 * either from then on anyway: this way it does not come back with them. What somebody who no longer books for the child asked
 * and was awarded for it goes, too. May be repeated.
 * @param after what has become of the family
 */
export async function endLostConsents(
  _id: ObjectId,
  { guardians }: Pick<Family, 'guardians'>,
  { database }: Pick<Services, 'database'>,
): Promise<void> {
  const { childPhotos, childContacts } = database.collections;
  const deciding = guardians.filter(hasEveryRight).map(({ userId }) => userId);
  const isLost = { $exists: true, $not: { $in: deciding } };
  await childPhotos.deleteOne({ _id, 'consent.by': isLost });
  await childContacts.updateOne(
    { _id, 'mayLeaveAlone.by': isLost },
    { $unset: { mayLeaveAlone: true } },
  );
  const bookers = guardians.filter(({ may }) => may.includes('book')).map(({ userId }) => userId);
  await forgetAidFor(_id, bookers, { database });
}
