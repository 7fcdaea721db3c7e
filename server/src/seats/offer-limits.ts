import { type OfferLimit } from '@speakifyr/contract/limits.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { ObjectId } from 'mongodb';
import { type CampDays, shareClassDay } from '@speakifyr/contract/class-days.ts';
import type { ClassDocument, Seat } from '../database/class-document.ts';
import type { WaitingEntry, WaitingPerson } from '../database/waiting-documents.ts';
import { isSeatOf } from './participant.ts';
import { findMostSeats } from './seats-of-account.ts';

/**
 * Who on a waiting list may be offered a seat now. An offer is a held seat, so a hold's limits apply: per account, per
 * participant and camp day, per network address, and for a free class. Only arithmetic: no clock and no database.
 */

/** For whom an account holds a seat of another class, a child or the account itself, and the days of that class. */
export type Holding = Person & CampDays;

type Person = { childId?: ObjectId };

/** The rules for handing out seats. `today` is the school's, yyyy-mm-dd. */
export type OfferRules = {
  at: Date;
  today: string;
  timeZone: string;
  /** What waiting accounts hold in other classes, offers included, by account (24 hexadecimal digits). */
  heldElsewhere: ReadonlyMap<string, Holding[]>;
  /** How many seats of the class may be held from one network address. */
  maxAtAddress: number;
};

/** The class, with the number of its places: free, kept and taken. */
type Offering = Pick<ClassDocument, 'seats' | 'price'> & CampDays & { places: number };

/**
 * R190
 * @returns `people`: who may be offered a seat now, in their order; nobody if they go together and one of them may not.
 * `limit`: what holds back some of those without a seat, if anything
 */
export function findOfferable(
  { seats, price, places, ...camp }: Offering,
  { waitId, userId, addressHash, together, people: all }: WaitingEntry,
  { at, heldElsewhere, maxAtAddress }: OfferRules,
): { people: WaitingPerson[]; limit: OfferLimit | null } {
  const seatOf = ({ childId }: Person) => seats.find((one) => isSeatOf(one, { userId, childId }));
  const isOther = (seat: Seat | undefined) =>
    seat?.state === 'held' && !seat.offer?.entry.waitId.equals(waitId);
  // A seat that is only held may open up again, so the place on the list stays.
  const wanted = all.filter((person) => !seatOf(person) || isOther(seatOf(person)));
  if (together && isTooLarge(wanted, Math.min(places, SCHOOL.booking.maxHeldOfClass)))
    return { people: [], limit: 'class' };
  const open = seats.flatMap((seat) => (seat.state === 'held' && seat.heldUntil > at ? seat : []));
  const elsewhere = heldElsewhere.get(userId.toHexString()) ?? [];
  const own = open.filter((seat) => seat.userId.equals(userId)).length;
  const booked = seats.filter((seat) => seat.userId.equals(userId)).length;
  const here = addressHash
    ? open.filter((seat) => seat.addressHash === addressHash).length
    : Number.NEGATIVE_INFINITY;
  const people: WaitingPerson[] = [];
  let limit: OfferLimit | null = null;
  for (const person of wanted) {
    if (isOther(seatOf(person))) {
      limit ??= 'held';
      continue;
    }
    const isFamilyFull =
      elsewhere.length + own + people.length >= SCHOOL.booking.maxHeld ||
      own + people.length >= SCHOOL.booking.maxHeldOfClass ||
      elsewhere.some((one) => isSame(one, person) && shareClassDay(one, camp)) ||
      booked + people.length >= findMostSeats({ price });
    const isAddressFull = here + people.length >= maxAtAddress;
    if (isFamilyFull || isAddressFull) limit ??= isFamilyFull ? 'account' : 'address';
    else people.push(person);
  }
  return { people: together && limit ? [] : people, limit };
}

/** Who of an entry goes on waiting once some are offered seats: not those who are enrolled. R717 */
export function listRest(
  { userId, people }: Pick<WaitingEntry, 'userId' | 'people'>,
  served: WaitingPerson[],
  seats: Seat[],
): WaitingPerson[] {
  const enrolled = seats.filter(({ state }) => state === 'enrolled');
  return people.filter(
    (person) =>
      !served.includes(person) && !enrolled.some((seat) => isSeatOf(seat, { userId, ...person })),
  );
}

/** Whether there are more people than places. One person may wait for a class that has none yet. */
export function isTooLarge(people: WaitingPerson[], places: number): boolean {
  return people.length > Math.max(1, places);
}

function isSame(one: Person, other: Person): boolean {
  return one.childId?.toHexString() === other.childId?.toHexString();
}
