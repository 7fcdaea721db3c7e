import { meetAtOnce } from '@speakifyr/contract/meet-at-once.ts';
import type { ObjectId } from 'mongodb';
import { listClassesOfAny } from '../database/class-store.ts';
import type { ClassDocument, TeamMember } from '../database/collections.ts';
import type { Services } from '../services.ts';
import { listStays } from '../families/team-days.ts';

type Needs = Pick<Services, 'database'>;
type Hours = Pick<ClassDocument, 'dailyStart' | 'dailyEnd'>;

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
  { database }: Needs,
): Promise<(memberId: ObjectId) => string | null> {
  const ids = members.map(({ userId }) => userId);
  const found =
    ids.length === 0
      ? []
      : await listClassesOfAny(database.collections, [
          { instructorId: { $in: ids }, status: 'open' },
          { 'team.userId': { $in: ids }, status: 'open' },
        ]);
  const others = found.filter(({ _id }) => !_id.equals(campClass._id));
  const clashOf = new Map(
    members.map((member) => {
      const wanted = toMeeting(campClass, member);
      const clash = others.find((other) => {
        const stays = listStays(other, member.userId).map((stay) => toMeeting(other, stay));
        const led = other.instructorId?.equals(member.userId) ? [other] : [];
        return [...led, ...stays].some((meeting) => meetAtOnce(wanted, meeting));
      });
      return [member._id.toHexString(), clash?.name ?? null];
    }),
  );
  return (memberId) => clashOf.get(memberId.toHexString()) ?? null;
}

function toMeeting({ dailyStart, dailyEnd }: Hours, { from, to }: { from: string; to: string }) {
  return {
    camp_start: from,
    camp_end: to,
    dailyStart: dailyStart ?? null,
    dailyEnd: dailyEnd ?? null,
  };
}
