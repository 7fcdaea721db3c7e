import type { MailContent } from '@speakifyr/contract/mail.ts';
import type { EntryOfClass } from '../../database/outbox-document.ts';
import type { Services } from '../../services.ts';
import {
  defineMail,
  type DueOfEntry,
  type MailContext,
  type Read,
  type Reader,
  type WaitedEntry,
} from '../mail-module.ts';
import { greet, nameClass, sayMoment, subjectOf } from '../parts/say.ts';
import {
  findEntry,
  listWaitingFacts,
  nameWaiting,
  SEE_LISTS,
  type WaitingFacts,
} from '../parts/waiting.ts';

export type SeatKeptCause = { kind: 'seat kept'; until: Date } & EntryOfClass;

/** `seats` are kept until then. */
type SeatKeptProps = WaitingFacts & { seats: number; until: Date };

export const seatKept = defineMail<SeatKeptCause, SeatKeptProps>({
  kind: 'seat kept',
  entry: describeMails,
  read,
  write,
});

/** Each time ends once, and so does each email. */
function describeMails({
  classId,
  entry: { waitId, kept, isPaused },
  isOffered,
}: WaitedEntry): DueOfEntry<SeatKeptCause>[] {
  if (!kept || isPaused || !isOffered) return [];
  const { until } = kept;
  const _id = `kept-${waitId.toHexString()}-${until.getTime()}`;
  return [{ _id, cause: { kind: 'seat kept', until, classId, waitId }, notAfter: until }];
}

/** Says until when a seat is kept for people who need more than one. */
function write(
  { campClass, children, seats, until }: SeatKeptProps,
  { to, timeZone }: MailContext,
): MailContent {
  const name = nameClass(campClass.name);
  const isOne = seats === 1;
  const deadline = sayMoment(until, timeZone);
  return {
    subject: subjectOf(isOne ? 'A seat is kept for you: ' : 'Seats are kept for you: ', name),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `${isOne ? 'A seat has' : `${seats} seats have`} opened up in ${name}, but ${nameWaiting(children) ?? 'you'} need more. We keep ${isOne ? 'it' : 'them'} for you until ${deadline}. If enough seats open up by then, we offer you all of them. Otherwise ${isOne ? 'it goes' : 'they go'} to the next family, and you keep your place on the list.`,
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Kept until', value: deadline },
          ...listWaitingFacts(campClass, timeZone, children),
        ],
      },
      {
        kind: 'text',
        text: 'You don’t have to do anything. Is one seat fine, too? Then leave the list and join it again for one.',
      },
      SEE_LISTS,
    ],
  };
}

/** What somebody reads for whom a seat is kept, while it is and for as long as they were told. */
async function read(
  cause: SeatKeptCause,
  reader: Reader,
  services: Services,
): Promise<Read<SeatKeptProps> | undefined> {
  const found = await findEntry(cause, reader, services);
  const kept = found?.entry.kept;
  if (!found || !kept || found.entry.isPaused) return undefined;
  if (kept.until.getTime() !== cause.until.getTime() || kept.until <= services.now())
    return undefined;
  return { props: { ...found.props, ...kept }, childIds: found.childIds };
}
