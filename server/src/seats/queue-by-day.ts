import { asChosen } from '@speakifyr/contract/sold-by-day.ts';
import type { ObjectId } from 'mongodb';
import type { ClassDocument } from '../database/class-document.ts';
import type { SeatOffer, WaitingEntry } from '../database/waiting-documents.ts';
import { findOfferable, listRest, type OfferRules } from './offer-limits.ts';
import { endOfUnnotified, findLastOfferDay, holdOffered } from './offered-seat.ts';
import { countUsed, hasRoom } from './places.ts';

/** Who gets a day that opens up, of a class that is sold by day. `handOut` in queue.ts asks it. */

/** The part of a class that decides who gets a seat. R141, R146 */
export type Queue = Pick<
  ClassDocument,
  | 'status'
  | 'camp_start'
  | 'camp_end'
  | 'days'
  | 'price'
  | 'byDay'
  | 'sit'
  | 'seats'
  | 'waiting'
  | 'demand'
>;

/** The part that handing out seats changes. */
export type QueueChange = Pick<ClassDocument, 'sit' | 'seats' | 'waiting' | 'demand'>;

/** The entries in their order: higher priority first, then who joined earlier. Paused ones keep their place. R140 */
export function orderEntries(waiting: WaitingEntry[] = []): WaitingEntry[] {
  return [...waiting].sort(
    (a, b) =>
      b.priority - a.priority ||
      a.joinedAt.getTime() - b.joinedAt.getTime() ||
      (a.waitId.toHexString() < b.waitId.toHexString() ? -1 : 1),
  );
}

/**
 * Whether seats of a class are offered to those who wait. Shortly before the class, free seats are public instead. For who
 * waits for some of its days, the first of these counts: `asChosen`. R145, R649
 */
export function areSeatsOffered(
  { status, camp_start }: Pick<Queue, 'status' | 'camp_start'>,
  { today }: Pick<OfferRules, 'today'>,
): boolean {
  return status === 'open' && today < findLastOfferDay(camp_start);
}

/**
 * Offers the places of a class that is sold by day, in the order of the list: to each entry whose days are all free, unless
 * the first of them is too soon. Nothing is kept for groups, so a group for which there is not enough gets no offer yet. R649
 * @param first the entry that comes before all others
 */
export function handOutDays(
  campClass: Queue,
  rules: OfferRules,
  places: number,
  first?: ObjectId,
): QueueChange {
  const { waiting = [], demand } = campClass;
  const isFirst = ({ waitId }: WaitingEntry) => first !== undefined && waitId.equals(first);
  const ordered = orderEntries(waiting);
  const line = [...ordered.filter(isFirst), ...ordered.filter((entry) => !isFirst(entry))];
  let { seats } = campClass;
  const left = line.flatMap((entry): WaitingEntry[] => {
    if (entry.isPaused && !isFirst(entry)) return [entry];
    const { isPaused: _isPaused, ...active } = entry;
    const chosen = asChosen(campClass, active);
    if (!areSeatsOffered(chosen, rules)) return [entry];
    const { people, limit } = findOfferable({ ...chosen, seats, places }, active, rules);
    // All of them have a seat.
    if (people.length === 0 && !limit) return [];
    const fits = (count: number) =>
      hasRoom(
        { seats, places },
        Array.from({ length: count }, () => active),
      );
    const count = people.findLastIndex((_person, at) => fits(at + 1)) + 1;
    if (count === 0 || (active.together && count < people.length)) return [entry];
    const served = people.slice(0, count);
    const offer: SeatOffer = {
      entry: { ...active, people: served },
      price: chosen.price,
      offeredAt: rules.at,
      keepUntil: rules.at,
    };
    const heldUntil = endOfUnnotified(chosen.camp_start, rules);
    seats = [...seats, ...served.map((person) => holdOffered(offer, person, heldUntil))];
    const rest = listRest(active, served, seats);
    return rest.length > 0 ? [{ ...active, people: rest }] : [];
  });
  const offered = seats.length - campClass.seats.length;
  const { asked = 0, offered: before = 0, enrolled = 0 } = demand ?? {};
  return {
    seats,
    sit: places - countUsed({ seats }),
    waiting: orderEntries(left),
    ...(offered > 0 && { demand: { asked, offered: before + offered, enrolled } }),
  };
}
