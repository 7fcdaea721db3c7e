import { readAttendance } from '@speakifyr/contract/attendance-state.ts';
import type { OwnAttendance } from '@speakifyr/contract/attendance.ts';
import type { ObjectId } from 'mongodb';
import type { ClassDocument, EnrolledSeat } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { TapDocument } from '../database/family-documents.ts';
import { listSeatsOf, onlyEnrolled } from '../seats/find-seat.ts';
import { ApiError } from '../errors.ts';
import { newsEvent } from '../events/audit-event.ts';
import { type FamilyRights, readFamilyRights } from '../families/family-rights.ts';
import { nameGroup } from '../seats/groups.ts';
import { readNames, readPeople } from '../users/participant-names.ts';
import { addDays, readToday } from '../school-time.ts';
import { listClassDays, meetsOn } from '@speakifyr/contract/class-days.ts';
import type { Services } from '../services.ts';
import { listSayers, listTapsOfPeople, presentTap, replaceFamilyTap } from './attendance-store.ts';
import { describeDay, personOf } from './class-day.ts';
import { TELL_AFTER_MS } from './tap-news.ts';

/** For how many days after a class families still see its days. */
const SHOWN_DAYS = 30;

/**
 * When a person and the children whose classes they may see came and left, with the days to come. R383
 * @param from only classes whose last day is not before it, yyyy-mm-dd
 * @returns the earliest class first
 */
export async function getOwnAttendance(
  user: UserDocument,
  services: Services,
  from = addDays(readToday(services), -SHOWN_DAYS),
): Promise<OwnAttendance[]> {
  const rights = await readFamilyRights(user, services);
  const found = (await listVisible(user, rights, services))
    .filter(({ campClass }) => campClass.camp_end >= from)
    .sort((a, b) => a.campClass.camp_start.localeCompare(b.campClass.camp_start));
  const seats = found.map(({ seat }) => seat);
  const [nameOf, taps] = await Promise.all([
    readPeople(seats, services),
    listTapsOfPeople(
      services.database.collections,
      seats.map(personOf),
      found.map(({ campClass }) => campClass.camp_start).sort()[0] ?? from,
    ),
  ]);
  const sayerOf = await readNames(listSayers(taps), services);
  return found.map(({ campClass, seat }) => {
    const own = taps.filter(
      ({ personId, classId }) => personId.equals(personOf(seat)) && classId.equals(campClass._id),
    );
    const onDay = (day: string) => own.filter((tap) => tap.day === day);
    return {
      cartId: seat.seatId.toHexString(),
      className: campClass.name,
      childId: seat.childId?.toHexString() ?? null,
      name: nameOf(seat).name,
      ...nameGroup(campClass, seat),
      mayReport: rights.may('book', seat.childId),
      days: listClassDays(campClass).map((day) => ({
        ...describeDay(day, onDay(day)),
        absentBy: nameSayer(onDay(day), sayerOf),
      })),
    };
  });
}

/** Who of the family said that somebody does not come, if that is why they are absent. */
function nameSayer(taps: TapDocument[], nameOf: (id: ObjectId) => string): string | null {
  const { state, last } = readAttendance(taps.map(presentTap));
  const said = taps.find(({ _id }) => _id === last?._id);
  return state === 'absent' && said?.isByFamily ? nameOf(said.by) : null;
}

/** A person's own paid seats, and those of the children whose classes they may see. */
async function listVisible(user: UserDocument, rights: FamilyRights, services: Services) {
  const seats = await listSeatsOf(services.database.collections, {
    userId: user._id,
    childIds: rights.listIds('see'),
  });
  return onlyEnrolled(seats).filter(({ seat }) =>
    seat.childId ? rights.may('see', seat.childId) : seat.userId.equals(user._id),
  );
}

/**
 * A family says that somebody won't come on a day, or will after all. That changes the family's plan, so it needs the
 * right to book; the other guardians hear of it. Repeating it changes nothing. R491
 * @param wish.cartId the seat, 24 hexadecimal digits
 * @param wish.day today or later, yyyy-mm-dd
 * @throws {ApiError} `not_found`; `guardian_may_not` if they may only see the child; `invalid_input` for another day; `already_there` if the team has recorded who came
 */
export async function saveAbsence(
  { cartId, day, isAbsent }: { cartId: string; day: string; isAbsent: boolean },
  user: UserDocument,
  services: Services,
): Promise<void> {
  const rights = await readFamilyRights(user, services);
  const found = (await listVisible(user, rights, services)).find(
    ({ seat }) => seat.seatId.toHexString() === cartId,
  );
  if (!found) throw new ApiError('not_found', 'We could not find this seat.');
  if (!rights.may('book', found.seat.childId))
    throw new ApiError('guardian_may_not', 'You may see this child, but not change anything.');
  if (day < readToday(services) || !meetsOn(found.campClass, day))
    throw new ApiError('invalid_input', undefined, {
      fields: { 'params.day': 'Choose today or a later day of the class.' },
    });
  await writeAbsence(isAbsent, { ...found, day }, user, services);
}

async function writeAbsence(
  isAbsent: boolean,
  { campClass, seat, day }: { campClass: ClassDocument; seat: EnrolledSeat; day: string },
  user: UserDocument,
  services: Services,
): Promise<void> {
  const { collections } = services.database;
  const personId = personOf(seat);
  const taps = (await listTapsOfPeople(collections, [personId], day)).filter(
    (tap) => tap.day === day && tap.classId.equals(campClass._id),
  );
  const { state, last } = readAttendance(taps.map(presentTap));
  if (state === (isAbsent ? 'absent' : 'expected')) return;
  // The team's taps take precedence.
  if (state === 'here' || state === 'gone' || (last && !last.isByFamily))
    throw new ApiError('already_there');
  const { childId } = seat;
  await replaceFamilyTap(
    collections,
    {
      classId: campClass._id,
      day,
      personId,
      isAbsent,
      at: services.now(),
      by: user._id,
    },
    taps,
    (tapId) => childId && undoableNews({ childId, tapId }, services),
  );
}

/** Others hear of it once a tap that was meant otherwise can no longer be taken back unnoticed, as of the team's. R426 */
function undoableNews(about: { childId: ObjectId; tapId: string }, { now }: Services) {
  const event = newsEvent('family said', about, now());
  return { ...event, undoableUntil: new Date(event.at.getTime() + TELL_AFTER_MS) };
}
