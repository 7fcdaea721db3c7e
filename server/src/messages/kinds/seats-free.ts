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
import { greet, nameClass, sayPrice, subjectOf } from '../parts/say.ts';
import { areOffered, findEntry, listWaitingFacts, type WaitingFacts } from '../parts/waiting.ts';

export type SeatsFreeCause = { kind: 'seats free'; campStart: string } & EntryOfClass;

/** `path`: the page of the class. */
type SeatsFreeProps = WaitingFacts & { free: number; price: number; path: string };

export const seatsFree = defineMail<SeatsFreeCause, SeatsFreeProps>({
  kind: 'seats free',
  isTimely: true,
  entry: describeMails,
  read,
  write,
});

function describeMails({
  classId,
  campStart,
  free,
  entry: { waitId, isPaused },
  isOffered,
}: WaitedEntry): DueOfEntry<SeatsFreeCause>[] {
  if (isPaused || isOffered || free <= 0) return [];
  const cause = { kind: 'seats free' as const, classId, waitId, campStart };
  return [{ _id: `free-${waitId.toHexString()}-${campStart}`, cause }];
}

/** Tells everybody on the list at the same time that there are seats, shortly before a class. */
function write(
  { campClass, children, free, price, path }: SeatsFreeProps,
  { to, timeZone, currency }: MailContext,
): MailContent {
  const name = nameClass(campClass.name);
  const isOne = free === 1;
  return {
    subject: subjectOf(isOne ? 'A seat is free: ' : 'Seats are free: ', name),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `${isOne ? 'A seat' : `${free} seats`} in ${name} ${isOne ? 'is' : 'are'} free. The class starts soon, so we are telling everybody on the waiting list at the same time: the first to book ${isOne ? 'gets it' : 'get them'}.`,
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Price', value: sayPrice(price, currency) },
          ...listWaitingFacts(campClass, timeZone, children),
        ],
      },
      { kind: 'link', label: 'See the class', path },
      {
        kind: 'text',
        text: 'Don’t want a seat anymore? You don’t have to do anything.',
      },
    ],
  };
}

/** What all read who wait shortly before a class, while there are free seats. */
async function read(
  cause: SeatsFreeCause,
  reader: Reader,
  services: Services,
): Promise<Read<SeatsFreeProps> | undefined> {
  const found = await findEntry(cause, reader, services);
  if (!found || found.entry.isPaused) return undefined;
  const { campClass, props, childIds } = found;
  const { sit: free, price, camp_start } = campClass;
  const isPublic = !areOffered(campClass, services) && camp_start === cause.campStart;
  if (!isPublic || free === 0) return undefined;
  const path = `/classes/${cause.classId.toHexString()}`;
  return { props: { ...props, free, price, path }, childIds };
}
