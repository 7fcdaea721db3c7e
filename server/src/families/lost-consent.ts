import type { ObjectId } from 'mongodb';
import { forgetAidFor } from '../prices/aid-store.ts';
import type { Services } from '../services.ts';
import type { Family } from './family.ts';
import { hasEveryRight } from './rights.ts';

/**
 * Erases a child's photo, and that it may leave alone, if whoever said so no longer has every right. Nobody reads
 * either from then on anyway, but this way it does not come back with them. The aid that somebody who no longer books
 * for the child asked for and was awarded goes, too. May be repeated.
 * @param after the new family
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
