import type { ObjectId } from 'mongodb';

/** The parts of a class that belong to its waiting list. */

/** Somebody who waits: a child, or the account itself. */
export type WaitingPerson = { childId?: ObjectId };

/** One place on the waiting list: one person, or siblings. */
export type WaitingEntry = {
  waitId: ObjectId;
  /** The account that waits. */
  userId: ObjectId;
  /** A keyed hash of the network address that they joined from, as in a held seat. */
  addressHash?: string;
  /** In the order in which they get seats, if not all at once. */
  people: WaitingPerson[];
  /** Of a class that is sold by day: the days that each of them wants. Missing: all. R649 */
  days?: string[];
  /** All of them, or nobody. */
  together: boolean;
  /** A higher one comes first. 0 unless an admin has set it. */
  priority: number;
  joinedAt: Date;
  /** How many offers ran out. */
  lapses: number;
  /** After an offer ran out, until its owner says that they still want a seat. */
  isPaused?: true;
  /** Seats kept until there are enough for all. Neither free nor taken. Ends a day after the first one opened up. */
  kept?: { seats: number; until: Date };
};

/** Why a seat is held: it was offered to somebody who waited. */
export type SeatOffer = {
  /** The entry that it was offered to. It left the list, and comes back if the offer runs out. */
  entry: Omit<WaitingEntry, 'kept' | 'isPaused'>;
  /** The price on the day of the offer, in whole currency units. */
  price: number;
  offeredAt: Date;
  /** Until when these seats may be kept for siblings if nobody takes the offer: a day from when they opened up. */
  keepUntil: Date;
  /** When the email about it was out. The offer's time begins then. */
  notifiedAt?: Date;
};

/** An entry that ended. */
export type EndedEntry = Pick<WaitingEntry, 'waitId' | 'userId' | 'days'> & {
  /** The children who waited. */
  childIds: ObjectId[];
  /** Two of its offers ran out. */
  isLapsed?: true;
  /** The class is no longer for them. Without one of these, the whole list is closed. R716 */
  isMisfit?: true;
};

/** How many people have joined the list, were offered a seat, and enrolled that way. */
export type WaitingDemand = { asked: number; offered: number; enrolled: number };

/** A seat for resale that somebody else has taken: what its cancellation needs. */
export type ResoldSeat = {
  seatId: ObjectId;
  userId: ObjectId;
  childId?: ObjectId;
  paymentId: string;
  at: Date;
};
