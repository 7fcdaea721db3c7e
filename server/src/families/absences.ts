import type { ObjectId } from 'mongodb';
import type { Collections } from '../database/collections.ts';

/**
 * That a child does not come on a day, as its guardians said it, once they may no longer say it. R465. How they say it is
 * in attendance/own-attendance.ts.
 */

type Attendance = Pick<Collections, 'attendance'>;

/** Which days to come a family has said the person does not come on, and who said so. */
const isToCome = ({ personId, from }: { personId: ObjectId; from: string }) => ({
  personId,
  day: { $gte: from },
  isByFamily: true as const,
  kind: 'absent' as const,
});

/** Whether this account has said that somebody does not come on a day. @param about.from the first day, yyyy-mm-dd */
export async function hasSaidAbsence(
  { attendance }: Attendance,
  about: { personId: ObjectId; from: string; by: ObjectId },
): Promise<boolean> {
  return (await attendance.findOne({ ...isToCome(about), by: about.by })) !== null;
}

/**
 * Takes back what anybody else than these accounts said about the days to come. The team expects the person again, and
 * looks for them. May be repeated. R465
 */
export async function endAbsences(
  { attendance }: Attendance,
  { deciders, ...about }: { personId: ObjectId; from: string; deciders: ObjectId[] },
): Promise<void> {
  const lost = { ...isToCome(about), by: { $not: { $in: deciders } } };
  for (const { _id } of await attendance.find(lost).toArray())
    // Not what another guardian has said since.
    await attendance.updateOne({ ...lost, _id }, { $set: { kind: 'undo', undoes: _id } });
}
