import { DELETED_NAME } from '@speakifyr/contract/limits.ts';
import { formatIsoDay } from '../school-time.ts';
import type { Services } from '../services.ts';
import { forgetSeatName, listNamesToForget, renamePaidSeat } from './deleted-owners.repo.ts';
import { listClassesWithSeat } from './seats.repo.ts';

/**
 * Takes the e-mail out of a student's paid seats, and the name where the camp is over. Where it is not, the
 * instructor needs the name on the roster: it stays until the camp has ended.
 * @param pseudonym an e-mail address that is nobody's
 */
export async function disownPaidSeats(
  email: string,
  pseudonym: string,
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  for (const { _id: classId, camp_end } of await listClassesWithSeat(collections, email))
    await renamePaidSeat(
      collections,
      { classId, email },
      camp_end < readToday(services)
        ? { email: pseudonym, name: DELETED_NAME }
        : { email: pseudonym, nameUntil: camp_end },
    );
}

/** Takes the names of deleted students out of camps that have ended since. Part of the sweep. */
export async function forgetNamesOfEndedCamps(services: Services): Promise<void> {
  const { collections } = services.database;
  for (const seat of await listNamesToForget(collections, readToday(services)))
    await forgetSeatName(collections, seat, DELETED_NAME);
}

/** The school's day, yyyy-mm-dd. */
function readToday({ environment, now }: Services): string {
  return formatIsoDay(now(), environment.SCHOOL_TIME_ZONE);
}
