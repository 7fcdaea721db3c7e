import { readAttendance } from '@speakifyr/contract/attendance-state.ts';
import type { ClassesToSee } from '@speakifyr/contract/day-list.ts';
import { BY_START, listClasses } from '../database/class-store.ts';
import { findStayEnd } from '@speakifyr/contract/seat-extras.ts';
import { listEnrolledOn } from '../seats/find-seat.ts';
import { listCarried } from '../seats/seat-extras.ts';
import { readToday } from '../school-time.ts';
import { meetsOn } from '@speakifyr/contract/class-days.ts';
import type { Services } from '../services.ts';
import { listTappedClasses, listTapsOfDay, presentTap } from './attendance-store.ts';
import { findLateTime, personOf } from './class-day.ts';
import { listCameWithoutSeat } from './class-people.ts';

/**
 * Today's classes in which somebody has not come LATE_MINUTES after the start, or is still there LATE_MINUTES after the
 * end, or after what they have longer, such as late care, with the number. Skips a class without any taps: its team may use paper. R384
 */
export async function listMissing(
  services: Services,
): Promise<{ notArrived: ClassesToSee; notCollected: ClassesToSee }> {
  const { collections } = services.database;
  const [day, now] = [readToday(services), services.now()];
  const taps = await listTapsOfDay(collections, day);
  // Also one that was canceled today: who came is still there.
  const tapped = { _id: { $in: listTappedClasses(taps) } };
  const classes = await listClasses(collections, tapped, { sort: BY_START });
  const meeting = classes.filter((campClass) => meetsOn(campClass, day));
  const isLate = (time: string | null | undefined) => {
    const until = findLateTime(day, time);
    return until !== null && until <= now;
  };
  const count = (state: 'expected' | 'here', time: 'dailyStart' | 'dailyEnd'): ClassesToSee => {
    const found = meeting.flatMap((campClass) => {
      const own = taps.filter(({ classId }) => classId.equals(campClass._id));
      if (!isLate(campClass[time]) || own.length === 0) return [];
      const seats = campClass.status === 'open' ? listEnrolledOn(campClass, day) : [];
      const seated = seats.filter((seat) => {
        const { extras } = listCarried(seat, [day]);
        if (state === 'here' && !isLate(findStayEnd(campClass.dailyEnd, extras))) return false;
        const ofPerson = own.filter(({ personId }) => personId.equals(personOf(seat)));
        return readAttendance(ofPerson.map(presentTap)).state === state;
      });
      const others = listCameWithoutSeat(seats, own).filter((one) => one.state === state);
      const people = seated.length + others.length;
      const { _id, name, camp_start } = campClass;
      return people > 0 ? [{ _id: _id.toHexString(), name, camp_start, people }] : [];
    });
    return { first: found, total: found.length };
  };
  return { notArrived: count('expected', 'dailyStart'), notCollected: count('here', 'dailyEnd') };
}
