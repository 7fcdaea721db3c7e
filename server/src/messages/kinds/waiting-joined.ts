import { OFFERS_UNTIL_DAYS } from '@speakifyr/contract/limits.ts';
import type { EntryOfClass } from '../../database/outbox-document.ts';
import { findPosition } from '../../enrollments/seats/queue.ts';
import { DAY_MS } from '../../school-time.ts';
import { facts, list } from '../content.ts';
import { defineMail } from '../mail-module.ts';
import { nameClass, subjectOf } from '../parts/say.ts';
import {
  areOffered,
  findEntry,
  listWaitingFacts,
  nameWaiting,
  SEE_LISTS,
  type WaitingFacts,
} from '../parts/waiting.ts';

/** `position`: 1 is the first. */
type WaitingJoinedProps = WaitingFacts & { together: boolean; position: number };

/** People who joined a list longer ago know what happens next. */
const JOINED_DAYS = 2;

/** Says that somebody waits now, and what happens next. */
export const waitingJoined = defineMail<EntryOfClass, WaitingJoinedProps>({
  entry({ classId, entry, isOffered }, services) {
    const { waitId, joinedAt, lapses, isPaused } = entry;
    const isNew = services.now().getTime() - joinedAt.getTime() < JOINED_DAYS * DAY_MS;
    if (isPaused || !isOffered || !isNew || lapses > 0) return undefined;
    return { id: `waiting-${waitId.toHexString()}`, about: { classId, waitId } };
  },

  /** What somebody reads who has just joined a waiting list. */
  async read(cause, reader, services) {
    const found = await findEntry(cause, reader, services);
    const position = found && findPosition(found.campClass.waiting, cause.waitId);
    if (!found || !position || !areOffered(found.campClass, services)) return undefined;
    const { props, childIds, entry } = found;
    return { props: { ...props, together: entry.together, position }, childIds };
  },

  write({ together, position, ...props }) {
    const { campClass, children } = props;
    const name = nameClass(campClass.name);
    const are = children.length === 1 ? 'is' : 'are';
    const siblings = together
      ? 'We only offer seats when there are enough for all of them.'
      : 'If only one seat becomes free, we offer you that one, and the others go on waiting.';
    return {
      subject: subjectOf('On the waiting list: ', name),
      parts: [
        `${nameWaiting(children) ?? 'You'} ${are} on the waiting list for ${name}, at number ${position}. This is not a seat yet, and you pay nothing to wait.`,
        'What happens next:',
        list([
          'When a seat becomes free and it is your turn, we hold it for you and email you. You then have some time to take it, and nobody else can.',
          ...(children.length > 1 ? [siblings] : []),
          `From ${OFFERS_UNTIL_DAYS} days before the first day, a free seat goes to the first person to book it. We then email everybody on the list at the same time.`,
          'We can’t promise a seat. You can leave the list at any time.',
        ]),
        facts(listWaitingFacts(props)),
        SEE_LISTS,
      ],
    };
  },
});
