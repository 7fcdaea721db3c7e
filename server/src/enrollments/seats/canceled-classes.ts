import type { ObjectId } from 'mongodb';
import type { ClassDocument } from '../../database/collections.ts';
import type { AuditEvent } from '../../database/event-document.ts';
import { ApiError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { changeSeats } from './change-seats.ts';
import { closeWaiting } from './close-waiting.ts';

/**
 * Cancels an open class, with an instructor or without: nobody can get a seat in it anymore. Drops its held seats, its
 * waiting list and its instructor in the same update. The enrolled seats stay until they are canceled one by one.
 * @param canceled.seats how many people are enrolled, as the admin was shown
 * @returns the class as it was, or null if it is not open
 * @throws {ApiError} `students_affected` if another number of people is enrolled
 */
export async function cancelOpenClass(
  id: ObjectId,
  canceled: NonNullable<ClassDocument['canceled']>,
  event: AuditEvent,
  services: Services,
): Promise<ClassDocument | null> {
  const changed = await changeSeats(
    id,
    (campClass) => {
      if (campClass.status !== 'open') return null;
      const enrolled = campClass.seats.filter(({ state }) => state === 'enrolled');
      if (enrolled.length !== canceled.seats) throw new ApiError('students_affected');
      return {
        status: 'archived',
        canceled,
        instructor: null,
        seats: enrolled,
        ...closeWaiting(campClass),
      };
    },
    services,
    event,
  );
  return changed?.before ?? null;
}
