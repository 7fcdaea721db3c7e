import { type Meeting, meetAtOnce } from '@speakifyr/contract/meet-at-once.ts';
import type { ObjectId } from 'mongodb';
import { listClassesOfAny } from '../database/class-store.ts';
import type { ClassDocument, TeamMember } from '../database/class-document.ts';
import type { Services } from '../services.ts';
import { listStays } from '../families/team-days.ts';

type Needs = Pick<Services, 'database'>;
type Times = Pick<ClassDocument, 'camp_start' | 'camp_end' | 'days' | 'dailyStart' | 'dailyEnd'>;

/**
 * R386
 * @returns the name of another open class that this person leads or looks after at the same time, if there is one
 */
export async function findClash(
  campClass: ClassDocument,
  member: TeamMember,
  services: Needs,
): Promise<string | null> {
  return (await findClashes(campClass, [member], services))(member._id);
}

/** Which other class each of these members has at the same time, by member id. */
export async function findClashes(
  campClass: ClassDocument,
  members: TeamMember[],
  services: Needs,
): Promise<(memberId: ObjectId) => string | null> {
  const ids = members.map(({ userId }) => userId);
  const meetingsOf = await readMeetings(campClass, ids, services);
  const clashOf = new Map(
    members.map((member) => {
      const wanted = toMeeting(campClass, member);
      const clash = meetingsOf(member.userId).find((other) => meetAtOnce(wanted, other));
      return [member._id.toHexString(), clash?.name ?? null];
    }),
  );
  return (memberId) => clashOf.get(memberId.toHexString()) ?? null;
}

/**
 * Which other classes people have at the hours of a class, on its days. R386
 * @returns for an account, the classes with the first and last day on which they lead or look after them
 */
export async function findBusy(
  campClass: ClassDocument,
  userIds: ObjectId[],
  services: Needs,
): Promise<(userId: ObjectId) => { name: string; from: string; to: string }[]> {
  const meetingsOf = await readMeetings(campClass, userIds, services);
  const { camp_start: from, camp_end: to } = campClass;
  const wanted = toMeeting(campClass, { from, to });
  return (userId) =>
    meetingsOf(userId)
      .filter((other) => meetAtOnce(wanted, other))
      .map(({ name, camp_start, camp_end }) => ({ name, from: camp_start, to: camp_end }));
}

/** The other open classes that each of these people leads or looks after, and when. */
async function readMeetings(
  { _id }: ClassDocument,
  userIds: ObjectId[],
  { database }: Needs,
): Promise<(userId: ObjectId) => (Meeting & { name: string })[]> {
  const found =
    userIds.length === 0
      ? []
      : await listClassesOfAny(database.collections, [
          { instructorId: { $in: userIds }, status: 'open' },
          { 'team.userId': { $in: userIds }, status: 'open' },
        ]);
  const others = found.filter((other) => !other._id.equals(_id));
  return (userId) =>
    others.flatMap((other) => {
      const stays = listStays(other, userId).map((stay) => toMeeting(other, stay));
      const led = other.instructorId?.equals(userId) ? [other] : [];
      return [...led, ...stays].map((meeting) => ({ ...meeting, name: other.name }));
    });
}

/** When somebody looks after a class who does so on these days. */
function toMeeting(
  { days, dailyStart, dailyEnd }: Times,
  { from, to }: { from: string; to: string },
): Meeting {
  return {
    camp_start: from,
    camp_end: to,
    days: days.filter((day) => from <= day && day <= to),
    dailyStart: dailyStart ?? null,
    dailyEnd: dailyEnd ?? null,
  };
}
