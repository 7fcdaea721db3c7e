import type { Contract } from '@speakifyr/contract/contract.ts';
import type { ParsedInput } from '@speakifyr/contract/endpoint.ts';
import { ObjectId } from 'mongodb';
import { findClass } from '../database/class-store.ts';
import { auditEvent } from '../events/audit-event.ts';
import type { Seat, UserDocument } from '../database/collections.ts';
import { classNotFound } from '../errors.ts';
import { cancelSeatsOfClasses } from '../enrollments/changes/cancel-seats-of-classes.ts';
import { cancelOpenClass } from '../enrollments/seats/class-seats.ts';
import { readInstructors } from '../people/users/class-instructors.ts';
import type { Services } from '../services.ts';
import { endPaymentsOfHolds } from './manage-classes.ts';

type Wish = ParsedInput<Contract['POST /cancelClass/:id']>['body'];

/**
 * Decides that a class is canceled, in one update. `workOff` does the rest, and a job if this process stops. May be
 * repeated.
 * @returns the seats as they were; none if the class was canceled before
 * @throws {ApiError} `not_found` unless the class is open or was canceled before, `students_affected`
 */
export async function cancelClass(
  id: string,
  { confirm_affected, note, message }: Wish,
  admin: UserDocument,
  services: Services,
): Promise<Seat[]> {
  const _id = new ObjectId(id);
  const found = await findClass(services.database.collections, { _id });
  if (!found) throw classNotFound();
  const instructorOf = await readInstructors([found], services);
  const event = auditEvent(
    {
      by: admin._id,
      type: 'cancel class',
      target: found.name,
      before: { status: found.status, instructor: instructorOf(found)?.email ?? null },
      after: { status: 'archived', seats: confirm_affected, note, message },
      classId: _id,
    },
    services,
  );
  const canceled = {
    at: services.now(),
    by: admin._id,
    note,
    ...(message && { message }),
    seats: confirm_affected,
  };
  const before = await cancelOpenClass(_id, canceled, event, services);
  if (!before) {
    const isCanceled = (await findClass(services.database.collections, { _id }))?.canceled;
    if (isCanceled) return [];
    throw classNotFound();
  }
  return before.seats;
}

/**
 * Gives everybody of canceled classes their money back, right after the decision. What stops it is only logged: the
 * jobs go on.
 * @param seats as they were before
 */
export async function workOff(seats: Seat[], services: Services): Promise<void> {
  try {
    await endPaymentsOfHolds(seats, services);
    await cancelSeatsOfClasses(services, services.stopping);
  } catch (error) {
    services.log.error({ err: error }, 'a job goes on with a canceled class');
  }
}
