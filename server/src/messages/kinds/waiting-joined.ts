import { OFFERS_UNTIL_DAYS } from '@speakifyr/contract/limits.ts';
import type { MailContent } from '@speakifyr/contract/mail.ts';
import type { EntryOfClass } from '../../database/outbox-document.ts';
import { findPosition } from '../../enrollments/seats/queue.ts';
import { DAY_MS } from '../../school-time.ts';
import type { Services } from '../../services.ts';
import {
  defineMail,
  type DueOfEntry,
  type MailContext,
  type Read,
  type Reader,
  type WaitedEntry,
} from '../mail-module.ts';
import { greet, nameClass, subjectOf } from '../parts/say.ts';
import {
  areOffered,
  findEntry,
  listWaitingFacts,
  nameWaiting,
  SEE_LISTS,
  type WaitingFacts,
} from '../parts/waiting.ts';

export type WaitingJoinedCause = { kind: 'waiting joined' } & EntryOfClass;

/** `position`: 1 is the first. */
type WaitingJoinedProps = WaitingFacts & { together: boolean; position: number };

export const waitingJoined = defineMail<WaitingJoinedCause, WaitingJoinedProps>({
  kind: 'waiting joined',
  entry: describeMails,
  read,
  write,
});

function describeMails(
  { classId, entry, isOffered }: WaitedEntry,
  services: Services,
): DueOfEntry<WaitingJoinedCause>[] {
  const { waitId, joinedAt, lapses, isPaused } = entry;
  const isNew = services.now().getTime() - joinedAt.getTime() < JOINED_DAYS * DAY_MS;
  if (isPaused || !isOffered || !isNew || lapses > 0) return [];
  const cause = { kind: 'waiting joined' as const, classId, waitId };
  return [{ _id: `waiting-${waitId.toHexString()}`, cause }];
}

/** Says that somebody waits now, and what happens next. */
function write(
  { campClass, children, together, position }: WaitingJoinedProps,
  { to, timeZone }: MailContext,
): MailContent {
  const name = nameClass(campClass.name);
  const are = children.length === 1 ? 'is' : 'are';
  return {
    subject: subjectOf('On the waiting list: ', name),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `${nameWaiting(children) ?? 'You'} ${are} on the waiting list for ${name}, at number ${position}. This is not a seat yet, and you pay nothing to wait.`,
      },
      { kind: 'text', text: 'What happens next:' },
      {
        kind: 'list',
        items: [
          'When a seat becomes free and it is your turn, we hold it for you and email you. You then have some time to take it, and nobody else can.',
          ...(children.length > 1
            ? [
                together
                  ? 'We only offer seats when there are enough for all of them.'
                  : 'If only one seat becomes free, we offer you that one, and the others go on waiting.',
              ]
            : []),
          `From ${OFFERS_UNTIL_DAYS} days before the first day, a free seat goes to the first person to book it. We then email everybody on the list at the same time.`,
          'We can’t promise a seat. You can leave the list at any time.',
        ],
      },
      { kind: 'facts', facts: listWaitingFacts(campClass, timeZone, children) },
      SEE_LISTS,
    ],
  };
}

/** What somebody reads who has just joined a waiting list. */
async function read(
  cause: WaitingJoinedCause,
  reader: Reader,
  services: Services,
): Promise<Read<WaitingJoinedProps> | undefined> {
  const found = await findEntry(cause, reader, services);
  const position = found && findPosition(found.campClass.waiting, cause.waitId);
  if (!found || !position || !areOffered(found.campClass, services)) return undefined;
  const { props, childIds, entry } = found;
  return { props: { ...props, together: entry.together, position }, childIds };
}

/** People who joined a list longer ago know what happens next. */
const JOINED_DAYS = 2;
