import type { ObjectId } from 'mongodb';
import { moveAttendance } from '../attendance/attendance-store.ts';
import { moveChildOfChanges } from '../changes/change-store.ts';
import { listClassesOfAny } from '../database/class-store.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { withOtherId } from '../database/other-id.ts';
import { findAnyChild } from '../families/booking.ts';
import { findClassOfBothRecords, joinRecords } from '../families/same-child.ts';
import { moveChildOfUses } from '../ledger/code-uses.ts';
import { moveChildOfPayments } from '../ledger/payment-store.ts';
import { moveChildOfStatements } from '../ledger/statements.ts';
import { moveChildOfMails } from '../messages/mails-of.ts';
import { moveAidOfChild } from '../prices/aid-store.ts';
import { moveRecords } from '../safety/safety-store.ts';
import { changeSeats } from '../seats/change-seats.ts';
import type { Services } from '../services.ts';

/** Which record goes into which one. */
export type Join = { from: ObjectId; into: ObjectId };

/**
 * Joins two records of the same child while their families become one: everything that has the id of the one gets the id
 * of the other. The account that goes is locked by then. May be repeated. Two that have come into the same class since
 * somebody looked stay two. R571
 */
export async function joinChildren(
  join: Join,
  account: Pick<UserDocument, '_id' | 'name'>,
  intoAccount: Pick<UserDocument, '_id' | 'name'>,
  services: Services,
): Promise<void> {
  const [from, into] = [
    await findAnyChild(join.from, services),
    await findAnyChild(join.into, services),
  ];
  if (!from || !into || (await findClassOfBothRecords({ from, into }, services))) return;
  const { collections } = services.database;
  const ids = [from._id, into._id] as const;
  await moveSeatsOfChild(...ids, services);
  await moveChildOfPayments(collections, account._id, ...ids);
  await moveChildOfStatements(collections, account._id, ...ids);
  await moveChildOfChanges(collections, account._id, ...ids);
  await moveChildOfUses(collections, account._id, ...ids);
  await moveAidOfChild(...ids, services);
  await moveAttendance(collections, ...ids);
  await moveRecords(collections, ...ids);
  await moveChildOfMails(collections, account._id, ...ids);
  await joinRecords({ from, into }, { from: account, into: intoAccount }, services);
}

/** Seats, offers, places on waiting lists and resold seats, each class in one update. */
async function moveSeatsOfChild(from: ObjectId, into: ObjectId, services: Services): Promise<void> {
  const classes = await listClassesOfAny(services.database.collections, [
    { 'seats.childId': from },
    { 'waiting.people.childId': from },
    { 'resold.at': { $gt: new Date(0) }, 'resold.childId': from },
  ]);
  for (const { _id } of classes)
    await changeSeats(
      _id,
      ({ seats, waiting, resold }) => ({
        seats: withOtherId(seats, from, into),
        ...(waiting && { waiting: withOtherId(waiting, from, into) }),
        ...(resold && { resold: withOtherId(resold, from, into) }),
      }),
      services,
    );
}
