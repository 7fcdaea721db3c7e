import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { ObjectId } from 'mongodb';
import { listClasses } from '../database/class-store.ts';
import { DAY_MS } from '../school-time.ts';
import type { Collections } from '../database/collections.ts';
import type { Services } from '../services.ts';
import { findAnyChild } from './booking.ts';
import { endGiven } from './end-given.ts';
import { findEraseTime } from './erase-time.ts';

/** What must be erased in time. */
type Care = Pick<Collections, 'childHealth' | 'childContacts' | 'childPhotos'>;

/** How long a server's claim on a child lasts. After that, the child is due again. */
const CLAIM_MS = 5 * 60_000;

/** How many children one run checks. */
const AT_MOST = 200;

/**
 * Erases health and contacts some days (`keepDays.health`) after the child's last class, or after the day on which a guardian
 * last confirmed them if that is later, and who must not collect it `keepDays.attendance` days after. A photo goes
 * as many days after the last class as health, or after it was given. Never while the child has a seat in a class that
 * is not over. A job; several servers may run it at once, and a server may stop at any point. R128, R397, R412, R422
 * @param signal stops it between two children
 */
export async function forgetOldCare(services: Services, signal?: AbortSignal): Promise<void> {
  const { database, now } = services;
  for (let checked = 0; checked < AT_MOST && !signal?.aborted; checked += 1) {
    const childId = await claimDue(database.collections, now());
    if (!childId) return;
    await endLeftOver(childId, services);
    await forgetOrWait(childId, services);
    await forgetPhotoOrWait(childId, services);
  }
}

/** Claims the child that has been due the longest, so that no other server checks it for a while. */
async function claimDue(
  { childHealth, childContacts, childPhotos }: Care,
  now: Date,
): Promise<ObjectId | undefined> {
  const due = { checkAfter: { $lte: now } };
  const claim = { $set: { checkAfter: new Date(now.getTime() + CLAIM_MS) } };
  const oldest = { sort: { checkAfter: 1 }, projection: { _id: 1 } } as const;
  const claimed =
    (await childHealth.findOneAndUpdate(due, claim, oldest)) ??
    (await childContacts.findOneAndUpdate(due, claim, oldest)) ??
    (await childPhotos.findOneAndUpdate(due, claim, oldest));
  return claimed?._id;
}

/** Ends what is left if a server stopped between taking a guardian's right and ending what they gave. */
async function endLeftOver(childId: ObjectId, services: Services): Promise<void> {
  const child = await findAnyChild(childId, services);
  if (child) await endGiven(child, [], services);
}

async function forgetOrWait(_id: ObjectId, services: Services): Promise<void> {
  const { childHealth, childContacts }: Care = services.database.collections;
  const [health, contacts] = await Promise.all([
    childHealth.findOne({ _id }, { projection: { confirmedAt: 1 } }),
    childContacts.findOne({ _id }, { projection: { savedAt: 1, mustNotCollect: 1 } }),
  ]);
  const times = [health?.confirmedAt, contacts?.savedAt].flatMap((at) => at?.getTime() ?? []);
  if (times.length === 0) return;
  const confirmedAt = new Date(Math.max(...times));
  const { keepDays } = SCHOOL;
  const eraseAt = await findEraseTimeOf(_id, confirmedAt, keepDays.health, services);
  const now = services.now();
  // Looks every day, because a class may move and a seat may be refunded.
  const tomorrow = new Date(now.getTime() + DAY_MS);
  if (eraseAt <= now) {
    // Not what was confirmed or saved since.
    await childHealth.deleteOne({ _id, confirmedAt: { $lte: confirmedAt } });
    const old = { _id, savedAt: { $lte: confirmedAt } };
    const blocked = Math.max(0, ...(contacts?.mustNotCollect ?? []).map(({ at }) => at.getTime()));
    // A person who must not collect the child must not do so next summer, either.
    const isKept =
      blocked > 0 &&
      (await findEraseTimeOf(_id, new Date(blocked), keepDays.attendance, services)) > now;
    if (isKept)
      await childContacts.updateOne(old, {
        $set: { contacts: [], checkAfter: tomorrow },
        $unset: { mayLeaveAlone: true },
      });
    else
      await childContacts.deleteOne({
        ...old,
        'mustNotCollect.at': { $not: { $gt: new Date(blocked) } },
      });
    return;
  }
  const next = { $set: { checkAfter: eraseAt < tomorrow ? eraseAt : tomorrow } };
  await childHealth.updateOne({ _id }, next);
  await childContacts.updateOne({ _id }, next);
}

/** A photo counts from when it was given, not from when somebody confirmed what else the school knows. */
async function forgetPhotoOrWait(_id: ObjectId, services: Services): Promise<void> {
  const { childPhotos }: Care = services.database.collections;
  const photo = await childPhotos.findOne({ _id }, { projection: { consent: 1 } });
  if (!photo) return;
  const { at } = photo.consent;
  const eraseAt = await findEraseTimeOf(_id, at, SCHOOL.keepDays.health, services);
  const now = services.now();
  const tomorrow = new Date(now.getTime() + DAY_MS);
  // Not one that was given since.
  if (eraseAt <= now) await childPhotos.deleteOne({ _id, 'consent.at': { $lte: at } });
  else
    await childPhotos.updateOne(
      { _id },
      { $set: { checkAfter: eraseAt < tomorrow ? eraseAt : tomorrow } },
    );
}

/** Classes that an admin removed count too. */
async function findEraseTimeOf(
  childId: ObjectId,
  saidAt: Date,
  keepDays: number,
  { database }: Services,
): Promise<Date> {
  const classes = await listClasses(database.collections, { 'seats.childId': childId });
  return findEraseTime(saidAt, keepDays, classes);
}
