import { SCHOOL } from '@speakifyr/contract/school.ts';
import { formatHours, nameDays } from '@speakifyr/contract/format.ts';
import { meetAtOnce } from '@speakifyr/contract/meet-at-once.ts';
import { ObjectId } from 'mongodb';
import type { ClassDocument } from '../database/class-document.ts';
import type { TimeClaim, UserDocument } from '../database/user-documents.ts';
import { ApiError } from '../errors.ts';
import type { Services } from '../services.ts';
import { findInstructorUser } from '../users/find-users.ts';
import { listClassesTaughtBy, unassignClassOf } from './classes.service.ts';

/**
 * An instructor leads one class, or several, if the school allows it, at different times. The class says who
 * leads it, so a write to one class can't see the others. Before a class's instructor or hours are written, the time is
 * claimed in the instructor's record. Of two claims for the same time, only one is written.
 */

/** An instructor, as a form or a class names them. */
type Who = Parameters<typeof findInstructorUser>[0];

/** A request takes at most 20 seconds. An older claim belongs to a crashed one. */
const IN_FLIGHT_MS = 30_000;

type Slot = Pick<
  ClassDocument,
  '_id' | 'name' | 'camp_start' | 'camp_end' | 'days' | 'dailyStart' | 'dailyEnd'
>;

/**
 * While its time is claimed, writes a class that gets this instructor, or their class with new hours. R24, R300
 * @param slot when the class will meet
 * @throws {ApiError} `not_found`; `instructor_taken` if they may have only one class; `instructor_busy` with the name
 * of the class at the same time; whatever `write` throws
 */
export async function assignTime(
  who: Who,
  slot: Slot,
  write: (instructor: UserDocument) => Promise<void>,
  services: Services,
): Promise<void> {
  const { users } = services.database.collections;
  const claimId = new ObjectId();
  const instructor = await claim(who, slot, claimId, services);
  try {
    await write(instructor);
  } finally {
    try {
      const drop = { $pull: { timeClaims: { _id: claimId } } };
      await users.updateOne({ _id: instructor._id }, drop);
    } catch (error) {
      // The class is written, or refused for a better reason. The claim ends by itself.
      services.log.warn({ err: error }, 'a claim of an instructor’s time stays for a moment');
    }
  }
  await checkStillInstructor(instructor._id, services);
}

async function claim(
  who: Who,
  { _id: classId, name, ...time }: Slot,
  _id: ObjectId,
  services: Services,
): Promise<UserDocument> {
  const { users } = services.database.collections;
  for (;;) {
    // First the claims, then the classes: once another claim is gone, its class is written.
    const instructor = await findInstructorUser(who, services);
    if (!instructor) throw new ApiError('not_found', 'We could not find this instructor.');
    const at = services.now();
    const open = (instructor.timeClaims ?? []).filter(
      (other) => at.getTime() - other.at.getTime() < IN_FLIGHT_MS,
    );
    const taught = await listClassesTaughtBy(instructor, services);
    checkTime({ _id: classId, name, ...time }, [...taught, ...open.map(toSlot)]);
    const { camp_start, camp_end, days, dailyStart = null, dailyEnd = null } = time;
    const claimed: TimeClaim = {
      _id,
      classId,
      name,
      camp_start,
      camp_end,
      days,
      dailyStart,
      dailyEnd,
      at,
    };
    // Only if the person is still an instructor with the same claims.
    const { matchedCount } = await users.updateOne(
      {
        _id: instructor._id,
        role: 'instructor',
        status: 'active',
        timeClaims: instructor.timeClaims ?? { $exists: false },
      },
      { $set: { timeClaims: [...open, claimed] } },
    );
    if (matchedCount === 1) return instructor;
  }
}

function toSlot({ classId, ...time }: TimeClaim): Slot {
  return { ...time, _id: classId };
}

function checkTime(slot: Slot, taken: Slot[]) {
  const others = taken.filter(({ _id }) => !_id.equals(slot._id));
  const clash = others.find((other) => meetAtOnce(slot, other));
  const isNew = !taken.some(({ _id }) => _id.equals(slot._id));
  if (!SCHOOL.booking.manyClasses && isNew && others.length > 0)
    throw new ApiError('instructor_taken');
  if (!clash) return;
  const when = [nameDays(clash.camp_start, clash.camp_end), formatHours(clash)].filter(Boolean);
  throw new ApiError(
    'instructor_busy',
    `This instructor leads ${clash.name} at this time: ${when.join(', ')}.`,
  );
}

/** Unassigns the classes if the instructor was removed at the same moment; see instructors.service.ts. */
async function checkStillInstructor(_id: ObjectId, services: Services): Promise<void> {
  if (await findInstructorUser({ _id }, services)) return;
  await unassignClassOf(_id, services);
  throw new ApiError(
    'not_found',
    'This instructor was just removed. The class now has no instructor.',
  );
}
