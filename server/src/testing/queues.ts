import { listNewDays } from '@speakifyr/contract/new-class-days.ts';
import { ObjectId } from 'mongodb';
import { makeUserId } from './documents.ts';
import type { ClassDocument, Seat } from '../database/class-document.ts';
import type { WaitingEntry } from '../database/waiting-documents.ts';
import type { OfferRules } from '../seats/offer-limits.ts';
import type { Queue } from '../seats/queue-by-day.ts';

/** What tests call people: children by their number in the group, accounts by their address. */
const names = new Map(
  ['Ann', 'Ben', 'Cleo', 'Dora', 'Ed', 'Held'].map((name) => [
    makeUserId(`${name}@example.test`).toHexString(),
    name,
  ]),
);

/** @returns what tests call somebody, or their id */
export function nameOf({ userId, childId = userId }: { userId: ObjectId; childId?: ObjectId }) {
  const id = childId.toHexString();
  return names.get(id) ?? id;
}

/** An entry of one person, without a priority, that joined first; for the account itself unless `people` says more. */
export function makeEntry(fields: Partial<WaitingEntry> = {}): WaitingEntry {
  return {
    waitId: new ObjectId(),
    userId: fields.waitId ?? makeUserId('ann@example.test'),
    people: [{}],
    together: true,
    priority: 0,
    joinedAt: new Date('2027-05-01T10:00:00Z'),
    lapses: 0,
    ...fields,
  };
}

/** A group of children. */
export function makePeople(count: number): WaitingEntry['people'] {
  return Array.from({ length: count }, (_none, index) => {
    const childId = new ObjectId();
    names.set(childId.toHexString(), `Child ${index + 1}`);
    return { childId };
  });
}

/** A week from Monday to Friday. */
const ENDS = { camp_start: '2027-07-05', camp_end: '2027-07-09' };
const WEEK = { ...ENDS, days: listNewDays(ENDS) };

/** A full, open class that starts on July 5, 2027. */
export function makeQueue(fields: Partial<ClassDocument> = {}): Queue {
  return { status: 'open', ...WEEK, price: 90, sit: 0, seats: [], ...fields };
}

/** The rules for offers while nobody who waits holds anything elsewhere. */
export function makeRules(fields: Partial<OfferRules> = {}): OfferRules {
  return {
    at: new Date('2027-06-01T12:00:00Z'),
    today: '2027-06-01',
    timeZone: 'Europe/Berlin',
    heldElsewhere: new Map(),
    maxAtAddress: 8,
    ...fields,
  };
}

/** Who was offered the seats, in the order of the offers. */
export function listOffers({ seats }: { seats: Seat[] }): string[] {
  return seats.flatMap((seat) => (seat.state === 'held' && seat.offer ? [nameOf(seat)] : []));
}
