import type { ObjectId } from 'mongodb';
import type { ClassDocument, Seat } from '../database/collections.ts';
import type { SeatOffer, WaitingEntry, WaitingPerson } from '../database/waiting-documents.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { endOfKeeping, endOfUnnotified, findLastOfferDay, holdOffered } from './offered-seat.ts';
import { isSeatOf } from './participant.ts';

/**
 * Who gets a seat that opens up. Plain functions: `changeSeats` reads the class and writes what they decide, in one
 * update. So a seat is never free for the public while somebody waits who can take it.
 */

/** The part of a class that decides who gets a seat. */
export type Queue = Pick<
  ClassDocument,
  'status' | 'camp_start' | 'price' | 'sit' | 'seats' | 'waiting' | 'demand'
>;

/** The part that handing out seats changes. */
export type QueueChange = Pick<ClassDocument, 'sit' | 'seats' | 'waiting' | 'demand'>;

/** Moment and calendar by which seats are handed out. `today` is the school's, yyyy-mm-dd. */
export type Calendar = { at: Date; today: string; timeZone: string };

export function readCalendar(services: Pick<Services, 'environment' | 'now'>): Calendar {
  const { environment, now } = services;
  return { at: now(), today: readToday(services), timeZone: environment.SCHOOL_TIME_ZONE };
}

/** The entries in their order: higher priority first, then who joined earlier. Paused ones keep their place. */
export function orderEntries(waiting: WaitingEntry[] = []): WaitingEntry[] {
  return [...waiting].sort(
    (a, b) =>
      b.priority - a.priority ||
      a.joinedAt.getTime() - b.joinedAt.getTime() ||
      (a.waitId.toHexString() < b.waitId.toHexString() ? -1 : 1),
  );
}

/** An entry's place among those that wait: 1 is the first. null if it is paused or not on the list. */
export function findPosition(waiting: WaitingEntry[] = [], waitId: ObjectId): number | null {
  const active = orderEntries(waiting).filter(({ isPaused }) => !isPaused);
  const index = active.findIndex((entry) => entry.waitId.equals(waitId));
  return index < 0 ? null : index + 1;
}

/** How many seats are kept for groups. They are neither free nor taken. */
export function countKept(waiting: WaitingEntry[] = []): number {
  return waiting.reduce((sum, { kept }) => sum + (kept?.seats ?? 0), 0);
}

/**
 * How many places a class has: free, kept and taken. A seat that is offered to the next person doesn't count, because
 * its place has been given on already. Only an admin changes this number.
 */
export function countPlaces({ sit, seats, waiting }: Pick<Queue, 'sit' | 'seats' | 'waiting'>) {
  return sit + countKept(waiting) + seats.filter((seat) => !isOffered(seat)).length;
}

/** Whether the owner offers a paid seat to the next person who enrolls. */
export function isOffered(seat: Seat): boolean {
  return seat.state === 'enrolled' && seat.isOffered === true;
}

/** Whether seats of a class are offered to those who wait. Shortly before the class, free seats are public instead. */
export function areSeatsOffered(
  { status, camp_start }: Pick<Queue, 'status' | 'camp_start'>,
  { today }: Pick<Calendar, 'today'>,
): boolean {
  return status === 'open' && today < findLastOfferDay(camp_start);
}

/**
 * Hands out seats that open up, in the order of the list. An entry that needs more than there are, all or none, has
 * the seats kept for a day; after that, those behind get them, and the entry keeps its place. What nobody on the list
 * can take is free for everybody.
 * @param freed how many places open up; 0 to hand out free and kept ones after a change of the list
 */
export function handOut(campClass: Queue, freed: number, calendar: Calendar): QueueChange {
  const { sit, seats, waiting } = campClass;
  if (!waiting) return { sit: sit + freed, seats };
  if (!areSeatsOffered(campClass, calendar))
    return {
      sit: sit + freed + countKept(waiting),
      seats,
      waiting: waiting.map(({ kept: _kept, ...entry }) => entry),
    };
  const table = new Table(campClass, calendar);
  table.give(freed);
  return table.toChange();
}

/**
 * Offers free and kept seats to one entry before its turn, even if it is paused.
 * @returns null if it is not on the list, there are not enough seats for it, or offers are over
 */
export function offerNow(
  campClass: Queue,
  waitId: ObjectId,
  calendar: Calendar,
): QueueChange | null {
  if (!areSeatsOffered(campClass, calendar)) return null;
  const table = new Table(campClass, calendar);
  return table.offerNow(waitId) ? table.toChange() : null;
}

/** Seats and list while seats are handed out. */
class Table {
  sit: number;
  seats: Seat[];
  line: WaitingEntry[];
  #offered = 0;
  readonly #campClass: Queue;
  readonly #calendar: Calendar;

  constructor(campClass: Queue, calendar: Calendar) {
    this.sit = campClass.sit;
    this.seats = campClass.seats;
    this.line = orderEntries(campClass.waiting);
    this.#campClass = campClass;
    this.#calendar = calendar;
  }

  /** Offers seats or keeps them, in the order of the line. */
  give(count: number): void {
    let left = count;
    for (const { waitId } of this.line) left = this.#serve(waitId, left);
    this.sit += left;
  }

  /** Serves an entry as if it were the first. @returns whether it got seats */
  offerNow(waitId: ObjectId): boolean {
    this.#change(waitId, ({ isPaused: _isPaused, ...entry }) => entry);
    const isWanted = (entry: WaitingEntry) => entry.waitId.equals(waitId);
    this.line = [...this.line.filter(isWanted), ...this.line.filter((one) => !isWanted(one))];
    const left = this.#serve(waitId, 0);
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
   * Offers seats to an entry, or keeps them for it. What was kept long enough goes to those behind.
   * @param count how many seats those before it have left
   * @returns how many it leaves
   */
  #serve(waitId: ObjectId, count: number): number {
    const place = this.line.findIndex((one) => one.waitId.equals(waitId));
    const entry = this.line[place];
    if (!entry || entry.isPaused) return count;
    const people = entry.people.filter((person) => !this.#hasSeat(entry, person));
    const own = count + (entry.kept?.seats ?? 0);
    const available = own + countKept(this.line.slice(place + 1)) + this.sit;
    if (people.length <= available || (!entry.together && available > 0)) {
      const served = people.slice(0, available);
      const rest = people.slice(available);
      this.#offer(entry, served);
      const left = this.#take(place, own, served.length);
      this.#change(
        waitId,
        ({ kept: _kept, ...one }) => rest.length > 0 && { ...one, people: rest },
      );
      return left;
    }
    const isOver = entry.kept && entry.kept.until <= this.#calendar.at;
    const before = isOver ? undefined : entry.kept;
    const kept = count + (before?.seats ?? 0);
    const until = before?.until ?? endOfKeeping(this.#campClass.camp_start, this.#calendar);
    this.#change(waitId, ({ kept: _kept, ...one }) =>
      kept > 0 ? { ...one, kept: { seats: kept, until } } : one,
    );
    return own - kept;
  }

  /** Takes seats for an entry: its own first, then those kept for the last in line, then free ones. */
  #take(place: number, own: number, count: number): number {
    let missing = Math.max(0, count - own);
    for (const { waitId, kept } of this.line.slice(place + 1).reverse()) {
      if (!kept || missing === 0) continue;
      const taken = Math.min(kept.seats, missing);
      missing -= taken;
      this.#change(waitId, (entry) => keepFewer(entry, taken));
    }
    this.sit -= missing;
    return Math.max(0, own - count);
  }

  #offer({ kept: _kept, isPaused: _isPaused, ...entry }: WaitingEntry, people: WaitingPerson[]) {
    const offer: SeatOffer = {
      entry: { ...entry, people },
      price: this.#campClass.price,
      offeredAt: this.#calendar.at,
    };
    const heldUntil = endOfUnnotified(this.#campClass.camp_start, this.#calendar);
    this.seats = [...this.seats, ...people.map((person) => holdOffered(offer, person, heldUntil))];
    this.#offered += people.length;
  }

  #hasSeat({ email }: WaitingEntry, { childId }: WaitingPerson): boolean {
    return this.seats.some((seat) => isSeatOf(seat, { email, childId }));
  }

  /** Changes an entry, or removes it. */
  #change(waitId: ObjectId, change: (entry: WaitingEntry) => WaitingEntry | false): void {
    this.line = this.line.flatMap((entry) => {
      if (!entry.waitId.equals(waitId)) return [entry];
      return change(entry) || [];
    });
  }
}

/** An entry for which fewer seats are kept, for no longer than before. */
export function keepFewer({ kept, ...entry }: WaitingEntry, taken: number): WaitingEntry {
  if (!kept || kept.seats <= taken) return entry;
  return { ...entry, kept: { ...kept, seats: kept.seats - taken } };
}
