import { formatHours, nameDays } from '@speakifyr/contract/format.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { ObjectId } from 'mongodb';
import type { ClassDocument, TeamMember } from '../../database/class-document.ts';
import type { EventOf } from '../../database/event-document.ts';
import { cleanLine } from '../../plain-text.ts';
import { formatIsoDay, readToday } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import { type Fact, facts, link, list } from '../content.ts';
import { aboutNoChild, defineMail } from '../mail-module.ts';
import { findClassWithId } from '../parts/find.ts';
import { nameClass, subjectOf } from '../parts/say.ts';
import { findRecipient } from '../recipients.ts';

type TeamNews = 'added' | 'changed' | 'taken off' | 'canceled';

type ClassTeamCause = { classId: ObjectId; memberId: ObjectId; news: TeamNews };

type ClassTeamProps = {
  news: TeamNews;
  className: string;
  /** The current days; null for somebody who was taken off. */
  stay: Pick<TeamMember, 'role' | 'from' | 'to'> | null;
  hours: string | null;
  room: number;
  place: string;
};

/**
 * Tells an assistant or a substitute on which days they are on the team of a class, or that they no longer are. R389
 */
export const classTeam = defineMail<ClassTeamCause, ClassTeamProps>({
  on: {
    'add to team': notifyMember('added'),
    'change team days': notifyMember('changed'),
    'remove from team': notifyMember('taken off'),
    'cancel class': notifyTeam,
  },

  /** The news, while it is still true, the reader is still an instructor and their days are not over. */
  async read({ classId, memberId, news }, { user }, services) {
    if (user.role !== 'instructor' || user.status !== 'active') return undefined;
    const campClass = await findClassWithId(classId, services);
    const member = campClass?.team?.find(({ _id }) => _id.equals(memberId));
    if (!campClass || !isStillSo(news, campClass, member)) return undefined;
    if (member && member.to < readToday(services)) return undefined;
    const { name: className, assign_room: room, place } = campClass;
    return aboutNoChild({
      news,
      className,
      room,
      place: place ?? '',
      hours: formatHours(campClass) ?? null,
      stay: member ? { role: member.role, from: member.from, to: member.to } : null,
    });
  },

  write({ news, className, stay, ...where }) {
    const name = nameClass(className);
    if (!stay)
      return {
        subject: subjectOf('No longer on the team of ', name),
        parts: [
          `You are no longer on the team of ${name} at ${SCHOOL.name} on the days that we told you about. You don’t see its lists anymore.`,
          'If you did not expect this, please reply to this email.',
        ],
      };
    const days = nameDays(stay.from, stay.to);
    if (news === 'canceled')
      return {
        subject: subjectOf('Canceled: ', name),
        parts: [
          `${name} is canceled. You were on its team: ${days}. You don’t have to come for it.`,
        ],
      };
    const isNew = news === 'added';
    return {
      subject: subjectOf(isNew ? 'On the team of ' : 'Other days on the team of ', name),
      parts: [
        isNew
          ? `You are on the team of ${name} at ${SCHOOL.name}, as ${stay.role}:`
          : `Your days on the team of ${name} at ${SCHOOL.name} have changed. You are its ${stay.role} on these days now:`,
        facts(listFacts(days, { className, ...where })),
        'On these days, on your dashboard, you can:',
        list([
          'Read the care sheet: allergies, medication and whom to call. Read it before the children come.',
          'Record on the day list who comes, and who leaves with whom.',
          'See who is enrolled.',
        ]),
        link('Go to your dashboard', '/dashboard/instructor'),
        'If you can’t come, please reply to this email as soon as you can.',
      ],
    };
  },
});

function isStillSo(
  news: TeamNews,
  { status }: ClassDocument,
  member: TeamMember | undefined,
): boolean {
  if (news === 'taken off') return !member && status === 'open';
  return member !== undefined && (status === 'open') === (news !== 'canceled');
}

function listFacts(
  days: string,
  { className, hours, room, place }: Omit<ClassTeamProps, 'news' | 'stay'>,
): Fact[] {
  return [
    ['Class', cleanLine(className) || '–'],
    ['Your days', days],
    ...(hours ? [['Every day', hours] as Fact] : []),
    ...(cleanLine(place) ? [['Place', cleanLine(place)] as Fact] : []),
    ['Room', String(room)],
  ];
}

type TeamEvent = 'add to team' | 'change team days' | 'remove from team';

function notifyMember(news: TeamNews) {
  return async ({ _id, data }: EventOf<TeamEvent>, services: Services) => {
    const { classId, memberId, userId } = data;
    const to = await findRecipient(userId, services);
    return [{ id: `team-${_id}`, about: { classId, memberId, news }, to }];
  };
}

/** Those whose days were not over when the class was canceled. */
async function notifyTeam({ _id, at, data }: EventOf<'cancel class'>, services: Services) {
  const campClass = await findClassWithId(data.classId, services);
  const day = formatIsoDay(at, SCHOOL.timeZone);
  const team = (campClass?.team ?? []).filter(({ to }) => to >= day);
  return Promise.all(
    team.map(async ({ _id: memberId, userId }) => ({
      id: `team-${_id}-${memberId.toHexString()}`,
      about: { classId: data.classId, memberId, news: 'canceled' as const },
      to: await findRecipient(userId, services),
    })),
  );
}
