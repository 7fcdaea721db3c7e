import type { EntryOfClass } from '../../database/outbox-document.ts';
import { facts } from '../content.ts';
import { defineMail } from '../mail-module.ts';
import { nameClass, sayMoment, subjectOf } from '../parts/say.ts';
import {
  findEntry,
  listWaitingFacts,
  nameWaiting,
  SEE_LISTS,
  type WaitingFacts,
} from '../parts/waiting.ts';

/** `seats` are kept until then. */
type SeatKeptProps = WaitingFacts & { seats: number; until: Date };

/** Says until when a seat is kept for people who need more than one. */
export const seatKept = defineMail<{ until: Date } & EntryOfClass, SeatKeptProps>({
  /** Each time ends once, and so does each email. */
  entry({ classId, entry: { waitId, kept, isPaused }, isOffered }) {
    if (!kept || isPaused || !isOffered) return undefined;
    const { until } = kept;
    const id = `kept-${waitId.toHexString()}-${until.getTime()}`;
    return { id, about: { until, classId, waitId }, notAfter: until };
  },

  /** What somebody reads for whom a seat is kept, while it is and for as long as they were told. */
  async read(cause, reader, services) {
    const found = await findEntry(cause, reader, services);
    const kept = found?.entry.kept;
    if (!found || !kept || found.entry.isPaused) return undefined;
    if (kept.until.getTime() !== cause.until.getTime() || kept.until <= services.now())
      return undefined;
    return { props: { ...found.props, ...kept }, childIds: found.childIds };
  },

  write({ seats, until, ...props }, { timeZone }) {
    const name = nameClass(props.campClass.name);
    const isOne = seats === 1;
    const deadline = sayMoment(until, timeZone);
    return {
      subject: subjectOf(isOne ? 'A seat is kept for you: ' : 'Seats are kept for you: ', name),
      parts: [
        `${isOne ? 'A seat has' : `${seats} seats have`} opened up in ${name}, but ${nameWaiting(props.children) ?? 'you'} need more. We keep ${isOne ? 'it' : 'them'} for you until ${deadline}. If enough seats open up by then, we offer you all of them. Otherwise ${isOne ? 'it goes' : 'they go'} to the next family, and you keep your place on the list.`,
        facts([['Kept until', deadline], ...listWaitingFacts(props)]),
        'You don’t have to do anything. Is one seat fine, too? Then leave the list and join it again for one.',
        SEE_LISTS,
      ],
    };
  },
});
