import type { DayList } from '@speakifyr/contract/day-list.ts';
import type { ObjectId } from 'mongodb';
import { listClassesOfAny } from '../database/class-store.ts';
import { listLeftToColleagues } from '../families/own-family.ts';
import type { Services } from '../services.ts';
import { listTapsToSee } from './attendance-store.ts';

/**
 * Who left in a way that was not allowed, by class and day, until an admin opens that day's list. The reader's own child is
 * left to a colleague. R493, R712
 */
export async function listNotAllowed(
  reader: { _id: ObjectId },
  services: Services,
): Promise<DayList['notAllowed']> {
  const { collections } = services.database;
  const left = await listLeftToColleagues(reader, services);
  const taps = (await listTapsToSee(collections)).filter(
    ({ personId }) => !left.some((id) => id.equals(personId)),
  );
  if (taps.length === 0) return [];
  const ids = taps.map(({ classId }) => classId);
  const classes = await listClassesOfAny(collections, [{ _id: { $in: ids } }]);
  const days = [...new Set(taps.map(({ day }) => day))].sort();
  return classes.flatMap(({ _id, name }) =>
    days.flatMap((day) => {
      const own = taps.filter((tap) => tap.classId.equals(_id) && tap.day === day);
      const people = new Set(own.map(({ personId }) => personId.toHexString())).size;
      return people > 0 ? [{ classId: _id.toHexString(), name, day, people }] : [];
    }),
  );
}
