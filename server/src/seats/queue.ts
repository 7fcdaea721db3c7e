import { SCHOOL } from '@speakifyr/contract/school.ts';
import { asChosen } from '@speakifyr/contract/sold-by-day.ts';
import type { OfferLimit } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import type { Seat } from '../database/class-document.ts';
import type { SeatOffer, WaitingEntry, WaitingPerson } from '../database/waiting-documents.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { findOfferable, listRest, type OfferRules } from './offer-limits.ts';
import { endOfKeeping, endOfUnnotified, holdOffered } from './offered-seat.ts';
import { countKept, countPlaces, countUsed, isByDay } from './places.ts';
import {
  areSeatsOffered,
  handOutDays,
  orderEntries,
  type Queue,
  type QueueChange,
} from './queue-by-day.ts';

/**
 * Who gets a seat that opens up. Plain functions: `changeSeats` reads the class and writes what they decide, in one
 * update. So a seat is never public while somebody who waits can take it.
 */

/** The part of the rules that is about time. */
export type Calendar = Pick<OfferRules, 'at' | 'today' | 'timeZone'>;

export function readQueueCalendar({ now }: Pick<Services, 'now'>): Calendar {
  return { at: now(), today: readToday({ now }), timeZone: SCHOOL.timeZone };
}

/** An entry's place among those that wait: 1 is the first. null if it is paused or not on the list. */
export function findPosition(waiting: WaitingEntry[] = [], waitId: ObjectId): number | null {
  const active = orderEntries(waiting).filter(({ isPaused }) => !isPaused);
  const index = active.findIndex((entry) => entry.waitId.equals(waitId));
  return index < 0 ? null : index + 1;
}

/**
 * Hands out seats that open up, in the order of the list. Those who may get no offer now are skipped and keep their
 * place. If an all-or-none entry needs more seats than there are, they are kept for it, each for a day from when it
 * opened up. Then it goes to the next entry that it is enough for. What nobody on the list can take is free for
 * everybody. R139
 * @param places how many the class has from now on; as many as before to hand out free and kept ones after the list changed
 * @param keepUntil until when places that open up may be kept; a day from now unless they opened up earlier
 */
export function handOut(
  campClass: Queue,
  rules: OfferRules,
  places = countPlaces(campClass),
  keepUntil = endOfKeeping(campClass.camp_start, rules),
): QueueChange {
  const { seats, waiting } = campClass;
  if (!waiting) return { sit: places - countUsed({ seats }), seats };
  const unkept = waiting.map(({ kept: _kept, ...entry }) => entry);
  if (isByDay(campClass)) return handOutDays({ ...campClass, waiting: unkept }, rules, places);
  if (!areSeatsOffered(campClass, rules))
    return { sit: places - countUsed({ seats }), seats, waiting: unkept };
  const table = new Table(campClass, rules, places);
  table.give(listEnds(places - countPlaces(campClass), keepUntil));
  return table.toChange();
}

/** Why an entry is offered no seat now, or not all that it waits for; null if there is no such reason. */
export function findLimit(
  campClass: Queue,
  entry: WaitingEntry,
  rules: OfferRules,
): OfferLimit | null {
  const places = countPlaces(campClass);
  return findOfferable({ ...asChosen(campClass, entry), places }, entry, rules).limit;
}

/**
 * Offers free and kept seats to one entry before its turn, even if it is paused.
 * @returns null if it is not on the list, there are not enough seats for it, it may have no offer now, or offers are over
 */
export function offerNow(
  campClass: Queue,
  waitId: ObjectId,
  rules: OfferRules,
): QueueChange | null {
  if (isByDay(campClass)) {
    const change = handOutDays(campClass, rules, countPlaces(campClass), waitId);
    const isOffered = change.seats.some(
      (seat) =>
        seat.state === 'held' &&
        seat.offer?.entry.waitId.equals(waitId) &&
        !campClass.seats.includes(seat),
    );
    return isOffered ? change : null;
  }
  if (!areSeatsOffered(campClass, rules)) return null;
  const table = new Table(campClass, rules, countPlaces(campClass));
  return table.offerNow(waitId) ? table.toChange() : null;
}

/**
 * Seats and list during a handout. A seat in hand is the time until which it may be kept, so keeping it for one entry
 * after another never extends that time.
 */
class Table {
  sit: number;
  seats: Seat[];
  line: WaitingEntry[];
  #offered = 0;
  readonly #campClass: Queue;
  readonly #places: number;
  readonly #rules: OfferRules;

  constructor(campClass: Queue, rules: OfferRules, places: number) {
    this.sit = campClass.sit;
    this.seats = campClass.seats;
    this.line = orderEntries(campClass.waiting);
    this.#campClass = campClass;
    this.#places = places;
    this.#rules = rules;
  }

  /** Offers seats or keeps them, in the order of the line. */
  give(hand: Date[]): void {
    let left = hand;
    for (const { waitId } of this.line) left = this.#serve(waitId, left);
    this.sit += left.length;
  }

  /** Serves an entry as if it were the first. @returns whether it got seats */
  offerNow(waitId: ObjectId): boolean {
    this.#change(waitId, ({ isPaused: _isPaused, ...entry }) => entry);
    const isWanted = (entry: WaitingEntry) => entry.waitId.equals(waitId);
    this.line = [...this.line.filter(isWanted), ...this.line.filter((one) => !isWanted(one))];
    const left = this.#serve(waitId, []);
    const isServed = this.#offered > 0;
    this.line = orderEntries(this.line);
    this.give(left);
    return isServed;
  }

  toChange(): QueueChange {
    const { asked = 0, offered = 0, enrolled = 0 } = this.#campClass.demand ?? {};
    return {
      sit: this.sit,
      seats: this.seats,
      waiting: this.line,
      ...(this.#offered > 0 && { demand: { asked, offered: offered + this.#offered, enrolled } }),
    };
  }

  /**
   * Offers seats to an entry, or keeps them for it.
   * @param hand the seats that those before it have left
   * @returns those that it leaves
   */
  #serve(waitId: ObjectId, hand: Date[]): Date[] {
    const place = this.line.findIndex((one) => one.waitId.equals(waitId));
    const entry = this.line[place];
    if (!entry || entry.isPaused) return hand;
    const offering = { ...this.#campClass, seats: this.seats, places: this.#places };
    const { people, limit } = findOfferable(offering, entry, this.#rules);
    const own = [...hand, ...listKept(entry)].sort((a, b) => a.getTime() - b.getTime());
    const available = own.length + countKept(this.line.slice(place + 1)) + this.sit;
    const isEnough = people.length <= available || (!entry.together && available > 0);
    if (isEnough && people.length > 0) return this.#offer(place, own, people.slice(0, available));
    if (people.length === 0 && !limit) {
      // All of them have a seat.
      this.#change(waitId, () => false);
      return own;
    }
    // Seats that were kept for a day go to those behind, and so do seats that the entry may not have.
    const isKept = (until: Date) => people.length > 0 && until > this.#rules.at;
    const [until] = own.filter(isKept);
    const kept = until && { seats: own.filter(isKept).length, until };
    this.#change(waitId, ({ kept: _kept, ...one }) => ({ ...one, ...(kept && { kept }) }));
    return own.filter((one) => !isKept(one));
  }

  /** Offers seats to an entry. Its people who get none keep waiting. @returns the seats that it leaves */
  #offer(place: number, own: Date[], served: WaitingPerson[]): Date[] {
    const { kept: _kept, isPaused: _isPaused, ...entry } = this.line[place]!;
    const missing = served.length - own.length;
    const taken = [...own.slice(0, served.length), ...this.#take(place, missing)];
    const { camp_start: campStart, price } = this.#campClass;
    const offer: SeatOffer = {
      entry: { ...entry, people: served },
      price,
      offeredAt: this.#rules.at,
      keepUntil: new Date(Math.min(...taken.map(Number))),
    };
    const heldUntil = endOfUnnotified(campStart, this.#rules);
    this.seats = [...this.seats, ...served.map((person) => holdOffered(offer, person, heldUntil))];
    this.#offered += served.length;
    const rest = listRest(entry, served, this.seats);
    this.#change(entry.waitId, () => rest.length > 0 && { ...entry, people: rest });
    return own.slice(served.length);
  }

  /** Takes seats for an entry that has too few: those kept for the last in line, then free ones, which are not kept. */
  #take(place: number, count: number): Date[] {
    const taken: Date[] = [];
    for (const { waitId, kept } of this.line.slice(place + 1).reverse()) {
      if (!kept || taken.length >= count) continue;
      const used = listEnds(Math.min(kept.seats, count - taken.length), kept.until);
      taken.push(...used);
      this.#change(waitId, (entry) => keepFewer(entry, used.length));
    }
    const free = Math.max(0, count - taken.length);
    this.sit -= free;
    return [...taken, ...listEnds(free, this.#rules.at)];
  }

  /** Changes an entry, or removes it. */
  #change(waitId: ObjectId, change: (entry: WaitingEntry) => WaitingEntry | false): void {
    this.line = this.line.flatMap((entry) => {
      if (!entry.waitId.equals(waitId)) return [entry];
      return change(entry) || [];
    });
  }
}

function listKept({ kept }: WaitingEntry): Date[] {
  return kept ? listEnds(kept.seats, kept.until) : [];
}

/** Some seats in hand that may be kept until then. */
function listEnds(count: number, until: Date): Date[] {
  return Array.from({ length: count }, () => until);
}

/** An entry for which fewer seats are kept, for no longer than before. */
export function keepFewer({ kept, ...entry }: WaitingEntry, taken: number): WaitingEntry {
  if (!kept || kept.seats <= taken) return entry;
  return { ...entry, kept: { ...kept, seats: kept.seats - taken } };
}
