import type { EntryOfClass } from '../../database/outbox-document.ts';
import { facts, link } from '../content.ts';
import { defineMail } from '../mail-module.ts';
import { nameClass, sayPrice, subjectOf } from '../parts/say.ts';
import { areOffered, findEntry, listWaitingFacts, type WaitingFacts } from '../parts/waiting.ts';

/** `path`: the page of the class. */
type SeatsFreeProps = WaitingFacts & { free: number; price: number; path: string };

/** Tells everybody on the list at the same time that there are seats, shortly before a class. */
export const seatsFree = defineMail<{ campStart: string } & EntryOfClass, SeatsFreeProps>({
  isTimely: true,
  entry({ classId, campStart, free, entry: { waitId, isPaused }, isOffered }) {
    if (isPaused || isOffered || free <= 0) return undefined;
    return {
      id: `free-${waitId.toHexString()}-${campStart}`,
      about: { classId, waitId, campStart },
    };
  },

  /** What all read who wait shortly before a class, while there are free seats. */
  async read(cause, reader, services) {
    const found = await findEntry(cause, reader, services);
    if (!found || found.entry.isPaused) return undefined;
    const { campClass, props, childIds } = found;
    const { sit: free, price, camp_start } = campClass;
    const isPublic = !areOffered(campClass, services) && camp_start === cause.campStart;
    if (!isPublic || free === 0) return undefined;
    const path = `/classes/${cause.classId.toHexString()}`;
    return { props: { ...props, free, price, path }, childIds };
  },

  write({ free, price, path, ...props }, { currency }) {
    const name = nameClass(props.campClass.name);
    const isOne = free === 1;
    return {
      subject: subjectOf(isOne ? 'A seat is free: ' : 'Seats are free: ', name),
      parts: [
        `${isOne ? 'A seat' : `${free} seats`} in ${name} ${isOne ? 'is' : 'are'} free. The class starts soon, so we are telling everybody on the waiting list at the same time: the first to book ${isOne ? 'gets it' : 'get them'}.`,
        facts([['Price', sayPrice(price, currency)], ...listWaitingFacts(props)]),
        link('See the class', path),
        'Don’t want a seat anymore? You don’t have to do anything.',
      ],
    };
  },
});
