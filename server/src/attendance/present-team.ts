import type { EmergencyClass } from '@speakifyr/contract/emergency-list.ts';
import type { ObjectId } from 'mongodb';
import type { listTeamOn } from '../families/team-days.ts';

/** Who is on a team on a day, as the day's lists name them. */
export function presentTeam(
  team: ReturnType<typeof listTeamOn>,
  nameOf: (userId: ObjectId) => string,
): EmergencyClass['team'] {
  return team.map(({ userId, duty }) => ({
    userId: userId.toHexString(),
    name: nameOf(userId),
    duty,
  }));
}
