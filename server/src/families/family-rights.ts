import { GUARDIAN_RIGHTS, type GuardianRight } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import type { Services } from '../services.ts';
import { listChildrenGuardedBy } from './children.repo.ts';
import { idsWithRight, listRights } from './rights.ts';

/** A child, or without one the account itself. */
type About = ObjectId | undefined;

type SeatToRead = {
  userId: ObjectId;
  childId?: ObjectId;
  /** The other household, if one pays a share. */
  coPay?: { userId: ObjectId };
  /** With the guardian who took over what is owed for it, if somebody did. */
  plan?: { payerId?: ObjectId };
};

/**
 * What a person may currently read and do about children. A guardian may be removed at any moment, so every response
 * and every email asks again. Everybody may do everything for themselves. R206
 */
export type FamilyRights = {
  may(right: GuardianRight, childId: About): boolean;
  /** Whether this is about themselves, or about a child whose guardian they are, with any right. */
  isTheirs(childId: About): boolean;
  /** Whether they have every right, and so may change the child and answer about its health. */
  mayChange(childId: About): boolean;
  /** Whether they may know where this seat is: their own, one of a child they may see, or one they booked or co-pay. */
  mayReadSeat(seat: SeatToRead): boolean;
  /** The children for whom they have a right. */
  listIds(right: GuardianRight): ObjectId[];
};

/** The only place that decides what a person may know about children. An account that is not active has no children. */
export async function readFamilyRights(
  { _id, status }: Pick<UserDocument, '_id' | 'status'>,
  { database }: Pick<Services, 'database'>,
): Promise<FamilyRights> {
  const children =
    status === 'active' ? await listChildrenGuardedBy(database.collections, _id) : [];
  const rights = new Map(children.map((one) => [one._id.toHexString(), listRights(one, _id)]));
  const listMay = (childId: About) =>
    childId ? (rights.get(childId.toHexString()) ?? []) : GUARDIAN_RIGHTS;
  const may = (right: GuardianRight, childId: About) => listMay(childId).includes(right);
  const isTheirs = (childId: About) => listMay(childId).length > 0;
  return {
    may,
    isTheirs,
    mayChange: (childId) => GUARDIAN_RIGHTS.every((right) => may(right, childId)),
    mayReadSeat: (seat) =>
      [seat.userId, seat.coPay?.userId, seat.plan?.payerId].some((id) => id?.equals(_id))
        ? isTheirs(seat.childId)
        : !!seat.childId && may('see', seat.childId),
    listIds: (right) => idsWithRight(right, children, _id),
  };
}
