import type { ObjectId } from 'mongodb';
import { listClasses } from '../database/class-store.ts';
import { addDays, DAY_MS, findDayStart, formatIsoDay } from '../school-time.ts';
import type { Services } from '../services.ts';
import { claimDueCare, eraseCare, findLastConfirmation, setNextCheck } from './forget-care.repo.ts';

/** How long a server has a child to itself. After that, the child is due again. */
const CLAIM_MS = 5 * 60_000;

/** How many children one run checks. */
const AT_MOST = 200;

/**
 * Erases health and contacts HEALTH_KEEP_DAYS days after the child's last class, or after the day on which a guardian
 * last confirmed them if that is later. Never while the child has a seat in a class that is not over. A
 * job; several servers may run it at once, and a server may stop at any point.
 * @param signal stops it between two children
 */
export async function forgetOldCare(services: Services, signal?: AbortSignal): Promise<void> {
  const { database, now } = services;
  for (let checked = 0; checked < AT_MOST && !signal?.aborted; checked += 1) {
    const at = now();
    const nextCheck = new Date(at.getTime() + CLAIM_MS);
    const childId = await claimDueCare(database.collections, at, nextCheck);
    if (!childId) return;
    await forgetOrWait(childId, services);
  }
}

async function forgetOrWait(childId: ObjectId, services: Services): Promise<void> {
  const { collections } = services.database;
  const confirmedAt = await findLastConfirmation(collections, childId);
  if (!confirmedAt) return;
  const eraseAt = await findEraseTime(childId, confirmedAt, services);
  const now = services.now();
  if (eraseAt <= now) return eraseCare(collections, childId, confirmedAt);
  // Looks every day, because a class may move and a seat may be refunded.
  const tomorrow = new Date(now.getTime() + DAY_MS);
  await setNextCheck(collections, childId, eraseAt < tomorrow ? eraseAt : tomorrow);
}

/** The first moment after the days for which they are kept, in the school's time zone. */
async function findEraseTime(
  childId: ObjectId,
  confirmedAt: Date,
  services: Services,
): Promise<Date> {
  const { SCHOOL_TIME_ZONE, HEALTH_KEEP_DAYS } = services.environment;
  const confirmedOn = formatIsoDay(confirmedAt, SCHOOL_TIME_ZONE);
  // Classes that an admin removed count too.
  const classes = await listClasses(services.database.collections, { 'seats.childId': childId });
  const lastDay =
    classes
      .map(({ camp_end }) => camp_end)
      .sort()
      .at(-1) ?? confirmedOn;
  const from = lastDay > confirmedOn ? lastDay : confirmedOn;
  return findDayStart(addDays(from, HEALTH_KEEP_DAYS + 1), SCHOOL_TIME_ZONE);
}
