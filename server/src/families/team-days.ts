import type { OnDuty } from '@speakifyr/contract/child-ratio.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { Filter, ObjectId } from 'mongodb';
import { meetsOn } from '@speakifyr/contract/class-days.ts';
import { listClasses } from '../database/class-store.ts';
import type { ClassDocument, TeamMember } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { formatIsoDay } from '../school-time.ts';
import type { Services } from '../services.ts';

/** On which days somebody looks after a class without leading it. */
type WithTeam = Pick<
  ClassDocument,
  'status' | 'canceled' | 'camp_start' | 'camp_end' | 'days' | 'team'
>;

/** Of a class that was canceled, the day on which that was: its children may be there until it is over. */
function wasCanceledSince({ canceled }: Pick<ClassDocument, 'canceled'>, day: string): boolean {
  return canceled !== undefined && day <= formatIsoDay(canceled.at, SCHOOL.timeZone);
}

/** Who teaches a class on a day. Who taught one that is canceled does so until that day is over. R382 */
export function leadOn(
  { instructorId, canceled }: Pick<ClassDocument, 'instructorId' | 'canceled'>,
  day: string,
): ObjectId | null {
  return wasCanceledSince({ canceled }, day) ? (canceled?.instructorId ?? null) : instructorId;
}

/**
 * Whether an assistant or a substitute looks after the class on this day: it is one of their days, and the class meets.
 * Nobody does once the class is closed, or the day is over on which it was canceled. Doesn't check the person's role. R387
 * @param day yyyy-mm-dd, of the school
 */
export function isOnTeam(campClass: WithTeam, userId: ObjectId, day: string): boolean {
  const isOpen = campClass.status === 'open' || wasCanceledSince(campClass, day);
  if (!isOpen || !meetsOn(campClass, day)) return false;
  return listStays(campClass, userId).some(({ from, to }) => from <= day && day <= to);
}

/** Who looks after a class on a day (yyyy-mm-dd), and as what: its instructor first, each once. R418 */
export function listTeamOn(
  campClass: Pick<ClassDocument, 'instructorId'> & WithTeam,
  day: string,
): { userId: ObjectId; duty: OnDuty['duty'] }[] {
  const { team = [] } = campClass;
  const instructorId = leadOn(campClass, day);
  // Nobody has two entries for the same day: classes/team.service.ts.
  const others = team.filter(
    ({ userId, from, to }) =>
      !instructorId?.equals(userId) && from <= day && day <= to && isOnTeam(campClass, userId, day),
  );
  return [
    ...(instructorId ? [{ userId: instructorId, duty: 'lead' as const }] : []),
    ...others.map(({ userId, role }) => ({ userId, duty: role })),
  ];
}

/** A person's days on the team, by first day, including past ones. */
export function listStays(
  { team = [] }: Pick<ClassDocument, 'team'>,
  userId: ObjectId,
): TeamMember[] {
  return team.filter((member) => member.userId.equals(userId)).sort(byFirstDay);
}

export function byFirstDay(one: TeamMember, other: TeamMember): number {
  return one.from.localeCompare(other.from);
}

/** The classes whose team a person is, was or will be on. Open ones, unless `filter` says otherwise. */
export async function listTeamClasses(
  { _id }: Pick<UserDocument, '_id'>,
  { database }: Pick<Services, 'database'>,
  filter: Pick<Filter<ClassDocument>, 'status'> = { status: 'open' },
): Promise<ClassDocument[]> {
  return listClasses(database.collections, { 'team.userId': _id, ...filter });
}
