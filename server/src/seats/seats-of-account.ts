import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { ObjectId } from 'mongodb';
import type { ClassDocument } from '../database/class-document.ts';

/**
 * How many seats of a class one account may have, held or paid. A seat of a free class is taken for good, and nobody
 * checks whether a child exists, so it is at most as many as it may hold. A paying account may have more. R135
 */
export function findMostSeats({ price }: Pick<ClassDocument, 'price'>): number {
  return price === 0 ? SCHOOL.booking.maxHeldOfClass : Infinity;
}

/** The same as a filter: finds a class in which the account may have one more seat. */
export function hasRoomForMore(userId: ObjectId) {
  const booked = {
    $filter: { input: '$seats', as: 'seat', cond: { $eq: ['$$seat.userId', userId] } },
  };
  const isRoom = { $gt: [SCHOOL.booking.maxHeldOfClass, { $size: booked }] };
  return { $or: [{ price: { $gt: 0 } }, { $expr: isRoom }] };
}
