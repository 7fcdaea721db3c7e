import { DELETED_NAME } from '@speakifyr/contract/limits.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { forgetSeatName, listNamesToForget, renamePaidSeat } from './deleted-owners.repo.ts';
import { listClassesWithSeat } from './class-with-seat.repo.ts';

/**
 * Removes the email from a student's paid seats, and the name if the camp is over. Until then, the instructor needs the
 * name on the roster.
 * @param pseudonym an email address that belongs to nobody
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

/** Removes the names of deleted students from camps that are over. Part of the sweep. */
export async function forgetNamesOfEndedCamps(services: Services): Promise<void> {
  const { collections } = services.database;
  for (const seat of await listNamesToForget(collections, readToday(services)))
    await forgetSeatName(collections, seat, DELETED_NAME);
}
