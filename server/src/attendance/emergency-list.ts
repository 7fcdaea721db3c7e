import { findAge } from '@speakifyr/contract/age.ts';
import { readAttendance } from '@speakifyr/contract/attendance-state.ts';
import type { EmergencyList, EmergencyPerson } from '@speakifyr/contract/emergency-list.ts';
import { DELETED_NAME } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import { listClassesOfAny } from '../database/class-store.ts';
import type { ClassDocument, UserDocument } from '../database/collections.ts';
import type { TapDocument } from '../database/family-documents.ts';
import { listEnrolledSeats } from '../enrollments/seats/find-seat.ts';
import { ApiError } from '../errors.ts';
import { recordReading } from '../events/record-reading.ts';
import { getRosterChildren } from '../families/care.ts';
import { readContacts } from '../families/contacts.ts';
import { listGuardians } from '../families/guardians.ts';
import { findBlock, readBlocks } from '../families/must-not-collect.ts';
import { looksAfterOne } from '../families/looks-after.ts';
import { listTeamOn } from '../families/team-days.ts';
import { readPeople } from '../people/users/participant-names.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { listTapsOfDay, presentTap } from './attendance-store.ts';
import { listDaysOf, personOf } from './class-day.ts';

type Who = { userId: ObjectId; childId?: ObjectId };
/** A class of today, who has a seat in it, and the taps on it. */
type Room = { campClass: ClassDocument; seated: Who[]; left: Who[]; taps: TapDocument[] };

/**
 * Everyone who is or may be at camp now, over all classes: in a fire alarm, everybody counts. Who looks after a class today
 * sees the other classes, too, but of them only names, ages, the mark of a severe allergy, and whom to call. The reader is
 * in the audit log before anything of it is read, once a day. R400
 * @throws {ApiError} `not_allowed`, `care_sheet_closed` for an instructor whose class does not meet today
 */
export async function getEmergencyList(
  reader: UserDocument,
  services: Services,
): Promise<EmergencyList> {
  const day = readToday(services);
  if (reader.role === 'student') throw new ApiError('not_allowed');
  const rooms = await listRooms(day, services);
  const meeting = rooms.map(({ campClass }) => campClass).filter((one) => isMeeting(one, day));
  if (!looksAfterOne(meeting, reader, day))
    throw new ApiError(
      'care_sheet_closed',
      'You can read this list on the days on which your class meets.',
    );
  await recordReading('read emergency list', { target: day }, reader, services);
  return {
    ...{ day, now: services.now().toISOString() },
    classes: await describeRooms(rooms, services),
  };
}

function isMeeting(campClass: ClassDocument, day: string): boolean {
  return campClass.status === 'open' && listDaysOf(campClass).includes(day);
}

/** The classes that meet today, and those in which somebody was written down today: one may have been canceled since. */
async function listRooms(day: string, services: Services): Promise<Room[]> {
  const { collections } = services.database;
  const taps = await listTapsOfDay(collections, day);
  const found = await listClassesOfAny(collections, [
    { status: 'open', camp_start: { $lte: day }, camp_end: { $gte: day } },
    {
      _id: {
        $in: [...new Map(taps.map(({ classId }) => [classId.toHexString(), classId])).values()],
      },
    },
  ]);
  return found
    .map((campClass) => {
      const own = taps.filter(({ classId }) => classId.equals(campClass._id));
      const seated = isMeeting(campClass, day) ? listEnrolledSeats(campClass) : [];
      return { campClass, seated, left: listLeft(seated, own), taps: own };
    })
    .filter(({ campClass, left }) => isMeeting(campClass, day) || left.length > 0)
    .sort((a, b) => a.campClass.name.localeCompare(b.campClass.name));
}

/** Those who are still here although their seat has ended since. Nobody knows anymore whether each is a child or an account. */
function listLeft(seated: Who[], taps: TapDocument[]): Who[] {
  const ids = new Map(taps.map(({ personId }) => [personId.toHexString(), personId]));
  for (const seat of seated) ids.delete(personOf(seat).toHexString());
  return [...ids.values()]
    .filter((id) => readAttendance(ofPerson(taps, id)).state === 'here')
    .map((id) => ({ userId: id, childId: id }));
}

function ofPerson(taps: TapDocument[], personId: ObjectId) {
  return taps.filter((tap) => tap.personId.equals(personId)).map(presentTap);
}

async function describeRooms(rooms: Room[], services: Services): Promise<EmergencyList['classes']> {
  const everybody = rooms.flatMap(({ seated, left }) => [...seated, ...left]);
  const childIds = everybody.flatMap(({ childId }) => childId ?? []);
  const teamOf = (campClass: ClassDocument) => listTeamOn(campClass, readToday(services));
  const teams = rooms.flatMap(({ campClass }) => teamOf(campClass).map((userId) => ({ userId })));
  const accounts = rooms.flatMap(({ left }) => left.map(({ userId }) => ({ userId })));
  const [nameOf, children, adults] = await Promise.all([
    readPeople([...everybody, ...teams, ...accounts], services),
    getRosterChildren(childIds, services),
    readAdultsToCall(childIds, services),
  ]);
  const nameLeft = (who: Who) => {
    const { name } = nameOf(who);
    return name === DELETED_NAME ? nameOf({ userId: who.userId }).name : name;
  };
  return rooms.map(({ campClass, seated, left, taps }) => {
    const describe = (who: Who): EmergencyPerson => {
      const personId = personOf(who).toHexString();
      const child = who.childId && children.get(personId);
      return {
        ...{ personId, name: nameLeft(who) },
        age: child ? findAge(child.birthDate, campClass.camp_start) : null,
        hasSevereAllergy: child?.hasSevereAllergy ?? false,
        adults: adults.get(personId) ?? [],
        taps: ofPerson(taps, personOf(who)).map(({ _id, kind, at, undoes }) => ({
          ...{ _id, kind, at },
          ...(undoes && { undoes }),
        })),
      };
    };
    return {
      ...{ classId: campClass._id.toHexString(), className: campClass.name },
      room: campClass.assign_room,
      team: teamOf(campClass).map((userId) => nameOf({ userId }).name),
      people: [...seated, ...left].map(describe).sort((a, b) => a.name.localeCompare(b.name)),
    };
  });
}

/** Guardians and emergency contacts. Not those who only pick up: other classes' teams need not know them. Nor who must not collect
 * the child, who would come for it. */
async function readAdultsToCall(
  childIds: ObjectId[],
  services: Services,
): Promise<Map<string, EmergencyPerson['adults']>> {
  const [guardians, contacts, blocks] = await Promise.all([
    listGuardians(childIds, services),
    readContacts(childIds, services),
    readBlocks(childIds, services),
  ]);
  const today = readToday(services);
  return new Map(
    childIds.map((childId) => {
      const id = childId.toHexString();
      const ofFamily = (guardians.get(id) ?? []).map(({ user: { name, phone } }) => ({
        ...{ name, relation: 'guardian', phone: phone ?? null },
      }));
      const others = (contacts.get(id) ?? [])
        .filter(({ isEmergency }) => isEmergency)
        .map(({ name, relation, phone }) => ({ name, relation, phone }));
      const isBlocked = ({ name }: { name: string }) =>
        findBlock(blocks.get(id) ?? [], name, today) !== undefined;
      return [id, [...ofFamily, ...others].filter((adult) => !isBlocked(adult))];
    }),
  );
}
