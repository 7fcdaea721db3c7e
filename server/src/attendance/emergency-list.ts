import { SCHOOL } from '@speakifyr/contract/school.ts';
import { findAge } from '@speakifyr/contract/age.ts';
import type { EmergencyList, EmergencyPerson } from '@speakifyr/contract/emergency-list.ts';
import type { ObjectId } from 'mongodb';
import { listClassesOfAny } from '../database/class-store.ts';
import type { ClassDocument, EnrolledSeat } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { TapDocument } from '../database/family-documents.ts';
import { listEnrolledOn } from '../seats/find-seat.ts';
import { ApiError } from '../errors.ts';
import { recordReading } from '../events/record-reading.ts';
import { getRosterChildren } from '../families/care.ts';
import { readSevereAllergies } from '../families/health.ts';
import { looksAfterOne } from '../families/looks-after.ts';
import { listTeamOn } from '../families/team-days.ts';
import { readNames, readPeople } from '../users/participant-names.ts';
import { nameGroup } from '../seats/groups.ts';
import { listCarried } from '../seats/seat-extras.ts';
import { readToday } from '../school-time.ts';
import { meetsOn } from '@speakifyr/contract/class-days.ts';
import type { Services } from '../services.ts';
import { readAdultsToCall } from './adults.ts';
import { listTappedClasses, listTapsOfDay, presentTap } from './attendance-store.ts';
import { personOf } from './class-day.ts';
import { listCameWithoutSeat } from './class-people.ts';
import { presentTeam } from './present-team.ts';

type Who = { userId: ObjectId; childId?: ObjectId } & Pick<
  EnrolledSeat,
  'extras' | 'plan' | 'grouping'
>;
/** A class of today, who has a seat in it, and the taps on it. */
type ClassNow = { campClass: ClassDocument; seated: Who[]; left: Who[]; taps: TapDocument[] };

/**
 * Everyone who is or may be at camp now, across all classes: in a fire alarm, everyone counts. Staff of a class today
 * see the other classes, too, but only names, ages, the mark of a severe allergy, and whom to call. What to do about
 * it is on the care sheet, so it is here for the classes whose care sheet the reader may open. The audit log records the
 * reader before anything is read, once a day. R400, R558
 * @throws {ApiError} `not_allowed`, `care_sheet_closed` for an instructor whose class does not meet today
 */
export async function getEmergencyList(
  reader: UserDocument,
  services: Services,
): Promise<EmergencyList> {
  const day = readToday(services);
  if (reader.role === 'student') throw new ApiError('not_allowed');
  const found = await listClassesNow(day, services);
  const ofToday = found
    .map(({ campClass }) => campClass)
    .filter((one) => isMeeting(one, day) || one.canceled);
  if (!looksAfterOne(ofToday, reader, day))
    throw new ApiError(
      'care_sheet_closed',
      'You can read this list on the days on which your class meets.',
    );
  await recordReading('read emergency list', { target: day }, reader, services);
  return {
    day,
    now: services.now().toISOString(),
    mostPerAdult: SCHOOL.booking.childrenPerAdult,
    classes: await describeClasses(found, reader, services),
  };
}

function isMeeting(campClass: ClassDocument, day: string): boolean {
  return campClass.status === 'open' && meetsOn(campClass, day);
}

/** The classes that meet today, and those with taps today: one may have been canceled since. */
async function listClassesNow(day: string, services: Services): Promise<ClassNow[]> {
  const { collections } = services.database;
  const taps = await listTapsOfDay(collections, day);
  const found = await listClassesOfAny(collections, [
    { status: 'open', camp_start: { $lte: day }, camp_end: { $gte: day } },
    { _id: { $in: listTappedClasses(taps) } },
  ]);
  return found
    .map((campClass) => {
      const own = taps.filter(({ classId }) => classId.equals(campClass._id));
      const seated = isMeeting(campClass, day) ? listEnrolledOn(campClass, day) : [];
      return { campClass, seated, left: listLeft(seated, own), taps: own };
    })
    .filter(({ campClass, left }) => isMeeting(campClass, day) || left.length > 0)
    .sort((a, b) => a.campClass.name.localeCompare(b.campClass.name));
}

/**
 * Those who are still here although their seat has ended since. It is no longer known whether each is a child or an
 * account.
 */
function listLeft(seated: Who[], taps: TapDocument[]): Who[] {
  return listCameWithoutSeat(seated, taps)
    .filter(({ state }) => state === 'here')
    .map(({ personId }) => ({ userId: personId, childId: personId }));
}

function ofPerson(taps: TapDocument[], personId: ObjectId) {
  return taps.filter((tap) => tap.personId.equals(personId)).map(presentTap);
}

/** What of somebody's extras says until when they stay. R652 */
function listHours(who: Who, day: string): Pick<EmergencyPerson, 'extras'> {
  const extras = (listCarried(who, [day]).extras ?? []).filter(({ from, until }) => from ?? until);
  return extras.length > 0 ? { extras } : {};
}

async function describeClasses(
  found: ClassNow[],
  reader: UserDocument,
  services: Services,
): Promise<EmergencyList['classes']> {
  const day = readToday(services);
  const everybody = found.flatMap(({ seated, left }) => [...seated, ...left]);
  const childIds = everybody.flatMap(({ childId }) => childId ?? []);
  const team = found.flatMap(({ campClass }) =>
    listTeamOn(campClass, day).map(({ userId }) => userId),
  );
  const left = found.flatMap((one) => one.left.map(({ userId }) => userId));
  const ownChildIds = found
    .filter(({ campClass }) => looksAfterOne([campClass], reader, day))
    .flatMap(({ seated, left: leftOver }) => [...seated, ...leftOver])
    .flatMap(({ childId }) => childId ?? []);
  const [personNameOf, nameOf, children, severe, adults] = await Promise.all([
    readPeople(
      found.flatMap(({ seated }) => seated),
      services,
    ),
    readNames([...left, ...team], services),
    getRosterChildren(childIds, services),
    readSevereAllergies(ownChildIds, services),
    readAdultsToCall(childIds, day, reader, services),
  ]);
  return found.map((one) => {
    const describe = (who: Who, name: string): EmergencyPerson => {
      const personId = personOf(who).toHexString();
      const child = who.childId && children.get(personId);
      return {
        personId,
        name,
        isChild: who.childId !== undefined,
        age: child ? findAge(child.birthDate, one.campClass.camp_start) : null,
        hasSevereAllergy: child?.hasSevereAllergy ?? false,
        severeAllergies: severe.get(personId) ?? [],
        adults: adults.get(personId) ?? [],
        ...listHours(who, day),
        ...nameGroup(one.campClass, who),
        taps: ofPerson(one.taps, personOf(who)).map(({ _id, kind, at, undoes, isByFamily }) => ({
          _id,
          kind,
          at,
          ...(undoes && { undoes }),
          ...(isByFamily && { isByFamily }),
        })),
      };
    };
    const people = [
      ...one.seated.map((who) => describe(who, personNameOf(who).name)),
      ...one.left.map((who) => describe(who, nameOf(who.userId))),
    ];
    return {
      classId: one.campClass._id.toHexString(),
      className: one.campClass.name,
      room: one.campClass.assign_room,
      team: presentTeam(listTeamOn(one.campClass, day), nameOf),
      people: people.sort((a, b) => a.name.localeCompare(b.name)),
    };
  });
}
