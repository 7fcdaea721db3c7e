import { SCHOOL } from '@speakifyr/contract/school.ts';
import type { ChildTwice, Merging } from '@speakifyr/contract/families.ts';
import { MAX_CHILDREN } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { moveAttendance } from '../attendance/attendance-store.ts';
import { forgetActor } from '../audit/audit.service.ts';
import { mergeUses } from '../ledger/code-uses.ts';
import { endPaymentsOf, movePayments } from '../payments/payer.ts';
import { listClassesOfAny } from '../database/class-store.ts';
import type { ClassDocument, EnrolledSeat, Seat } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { moveRecords } from '../safety/safety-store.ts';
import { listSearchWords } from '../database/search-words.ts';
import { ApiError } from '../errors.ts';
import { auditEvent, SYSTEM } from '../events/audit-event.ts';
import { cancelSeat } from '../changes/cancel-seat.ts';
import { isChangingSeat, moveChanges } from '../changes/change-store.ts';
import { isEnrolled, type SeatOfClass, pairSeat } from '../seats/find-seat.ts';
import { freeSeat } from '../seats/freed-seats.ts';
import { debtorOf, joinPlans, owedBy } from '../seats/seat-plan.ts';
import { changeSeats } from '../seats/change-seats.ts';
import { listChildrenOf } from '../families/booking.ts';
import { isBlockedEver } from '../families/blocked-guardian.ts';
import { findGuardian } from '../families/rights.ts';
import { judgeSameChild, pairChildren, type SameChild } from '../families/same-child.ts';
import { type Join, joinChildren } from './join-children.ts';
import { moveAnswers } from '../families/given-answers.ts';
import { moveChildren } from '../families/move-children.ts';
import { findClaimable } from '../families/office-families.ts';
import { moveMessages } from '../messages/contact/contact.service.ts';
import { moveMails } from '../messages/mails-of.ts';
import { addMails, makeLines } from '../messages/outbox.ts';
import { moveAid } from '../prices/aid-store.ts';
import { formatIsoDay } from '../school-time.ts';
import type { Services } from '../services.ts';
import { findFamily, findUserWithId } from '../users/find-users.ts';
import { presentAdult } from '../users/users.service.ts';
import { forgetCard } from '../users/saved-cards.ts';
import { noteDeletion } from '../users/deleted-accounts.ts';
import {
  beginMoving,
  type DeletedUser,
  forgetUser,
  isGettingFamily,
  keepDeletedUser,
  lockMergedUser,
  reopenUser,
} from './deleted-users.ts';

/**
 * Merges two families: everything of an account moves to another one, and the account is deleted. The first write locks
 * the account, and the second one decides: before it, the merge can be undone; after it, whatever comes, the merge is
 * finished. Every later step may be repeated, and a job does what was cut off. decisions/0060
 */

const HAS_CHANGED = 'One of the families has just changed. Please try again.';

export type Two = { from: UserDocument; into: UserDocument };

/**
 * What would move to the other account.
 * @param ids of the accounts: 24 hexadecimal digits
 * @param about.join the children whose two records become one
 * @throws {ApiError} `not_found`
 */
export async function previewMerge(
  ids: { id: string; into: string },
  services: Services,
  { join = [], reader = 'office' }: { join?: ObjectId[]; reader?: Reader } = {},
): Promise<Merging> {
  const two = await findTwo(ids, services);
  const { from, into } = two;
  const { payments } = services.database.collections;
  const [children, twice, classes, count, obstacle] = await Promise.all([
    listChildrenOf(from, services),
    listTwice(two, services),
    listClassesWith(from, services),
    payments.countDocuments({ userId: from._id }),
    findObstacle(two, services, { join, reader }),
  ]);
  const isTheirs = ({ userId }: { userId: ObjectId }) => userId.equals(from._id);
  return {
    from: presentAdult(from),
    into: presentAdult(into),
    children: children.map(({ name }) => name),
    twice,
    seats: classes.flatMap(({ seats }) => seats).filter(isTheirs).length,
    payments: count,
    waiting: classes.flatMap(({ waiting = [] }) => waiting).filter(isTheirs).length,
    notes: from.officeNotes?.length ?? 0,
    needsOwner: !from.isUnclaimed,
    obstacle: obstacle ?? null,
  };
}

/**
 * Takes over the family that the office opened. Only the family gets the letter with the code, which works once. A
 * person who already has the same child is asked first whether the two records become one. R321, R600
 * @param claim.code 12 letters and digits
 * @param claim.join the children of that family whose two records become one
 * @returns what to answer first: then nothing has happened
 * @throws {ApiError} `verify_email_first`, `code_unknown`, `cannot_merge`
 */
export async function claimFamily(
  { code, join }: { code: string; join?: string[] | undefined },
  user: UserDocument,
  services: Services,
): Promise<{ status: boolean; twice?: ChildTwice[] }> {
  // Emails about the children go to this address.
  if (!user.isVerified) throw new ApiError('verify_email_first');
  const from = await findClaimable(code, services);
  if (!from) throw new ApiError('code_unknown');
  const two = { from, into: user };
  const twice = await listTwice(two, services);
  if (!join && twice.length > 0) return { status: false, twice };
  const chosen = (join ?? []).map((id) => new ObjectId(id));
  const problem = twice.find(({ childId, obstacle }) => obstacle && join?.includes(childId));
  if (problem) throw new ApiError('cannot_merge', `${problem.name}: ${problem.obstacle}`);
  await merge(two, { type: 'claim family', by: user, join: chosen, more: {} }, services);
  return { status: true };
}

/** The children who have records in both families, and whether these can be joined. */
async function listTwice({ from, into }: Two, services: Services): Promise<ChildTwice[]> {
  const pairs = pairChildren(
    await listChildrenOf(from, services),
    await listChildrenOf(into, services),
  );
  return Promise.all(
    pairs.map(async (pair) => ({
      childId: pair.from._id.toHexString(),
      name: pair.from.name,
      ...(await judgeSameChild(pair, into, services)),
    })),
  );
}

export async function findTwo(ids: { id: string; into: string }, services: Services): Promise<Two> {
  const [from, into] = [await findFamily(ids.id, services), await findFamily(ids.into, services)];
  return { from, into };
}

/** Who reads why two families can't be merged: the office, or one of the families. */
type Reader = 'office' | 'family';

type Decision = {
  type: 'merge families' | 'claim family';
  /** The children of the account that goes whose two records become one. */
  join?: ObjectId[];
  by: Pick<UserDocument, '_id'>;
  more: object;
};

export async function merge(two: Two, decision: Decision, services: Services): Promise<void> {
  const { from, into } = two;
  const { join = [], by } = decision;
  const isByOffice = ![from, into].some(({ _id }) => _id.equals(by._id));
  const reader = isByOffice ? 'office' : 'family';
  const obstacle = await findObstacle(two, services, { join, reader });
  if (obstacle) throw new ApiError('cannot_merge', obstacle);
  const joins = await pairToJoin(two, join, services);
  // The office still counts how many people the school had last month.
  const joined = formatIsoDay(from.createdAt, SCHOOL.timeZone);
  const event = auditEvent({
    at: services.now(),
    by: by._id,
    type: decision.type,
    target: into.email,
    before: { account: from.email, joined },
    after: { ...decision.more, ...(join.length > 0 && { joined: join.map(String) }) },
  });
  const locked = await lockMergedUser(two, { event, join: joins }, services);
  if (!locked)
    throw decision.type === 'claim family'
      ? new ApiError('code_unknown')
      : new ApiError('cannot_merge', HAS_CHANGED);
  const late = await beginOrReopen(locked, into._id, services, reader);
  if (late) throw new ApiError('cannot_merge', late);
  await moveFamily({ ...locked, isMoving: true }, into._id, services);
}

/**
 * Decides under the lock, by what is true now: the merge either begins and is finished, or the account is given back.
 * The other account was not locked: its owner may have added a child or joined a class since somebody looked, and may
 * do so at any later moment. What comes later is no obstacle: `moveChildren` and `moveSeats` find a way. R490
 * @returns why it can't begin
 */
async function beginOrReopen(
  from: DeletedUser,
  intoId: ObjectId,
  services: Services,
  reader: Reader = 'family',
): Promise<string | undefined> {
  const [account, into] = [
    await findUserWithId(from._id, services),
    await findUserWithId(intoId, services),
  ];
  // Read after the lock: that account's deletion has either begun, or will see the lock and wait (delete-account.ts).
  const obstacle =
    account && into?.status === 'active'
      ? await findObstacle({ from: account, into }, services, {
          join: (from.join ?? []).map((one) => one.from),
          reader,
        })
      : 'The other account is just being deleted or merged.';
  if (obstacle) await reopenUser(from, services);
  else if (!(await beginMoving(from, services))) return HAS_CHANGED;
  return obstacle;
}

/** The two records of each of these children. */
async function pairToJoin(
  { from, into }: Two,
  join: ObjectId[],
  services: Services,
): Promise<Join[]> {
  if (join.length === 0) return [];
  const pairs = pairChildren(
    await listChildrenOf(from, services),
    await listChildrenOf(into, services),
  );
  return pairs
    .filter((pair) => join.some((id) => id.equals(pair.from._id)))
    .map((pair) => ({ from: pair.from._id, into: pair.into._id }));
}

/**
 * Why two families can't be merged now.
 * @param about.join the children whose two records become one
 * @param about.reader a family learns nothing of who must not collect a child: R463, R710
 */
export async function findObstacle(
  { from, into }: Two,
  services: Services,
  { join = [], reader = 'family' }: { join?: ObjectId[]; reader?: Reader } = {},
): Promise<string | undefined> {
  if (from._id.equals(into._id)) return 'Choose another family. This is the same one.';
  // Somebody of the team would get another family's children, money and pick-up codes. R496
  if (from.role !== 'student' || into.role !== 'student')
    return 'Only the accounts of parents can become one, not that of an admin or an instructor.';
  if (!from.isUnclaimed && !into.uid)
    return 'Somebody logs in to this account, and nobody to the other one. Open the other family, and merge it into this one.';
  // A stranger who signed up with the family's address would get the family.
  if (!into.isUnclaimed && !into.isVerified)
    return 'Nobody has confirmed the email address of the other account yet, so it may be anybody’s. Ask the parent to confirm it first.';
  const { collections } = services.database;
  const [isChanging, processing, children, theirs, classes] = await Promise.all([
    isChangingSeat(collections, from._id),
    collections.payments.countDocuments({ userId: from._id, status: 'open', isProcessing: true }),
    listChildrenOf(from, services),
    listChildrenOf(into, services),
    listClassesWith(from, services),
  ]);
  for (const child of children) {
    if (findGuardian(child, into._id) || !(await isBlockedEver(child._id, into, services, from)))
      continue;
    return reader === 'office'
      ? `${child.name}: somebody with the name of the other account, or nearly, must not collect this child. Look at that first.`
      : 'Please ask the school.';
  }
  if (isChanging)
    return 'A seat is just being canceled or moved. Please try again when that is done.';
  if (processing > 0)
    return 'A bank is still working on a payment. Please try again when that is done.';
  const all = new Set([...children, ...theirs].map(({ _id }) => _id.toHexString()));
  const isJoined = ({ from: one }: SameChild) => join.some((id) => id.equals(one._id));
  const pairs = pairChildren(children, theirs).filter(isJoined);
  if (pairs.length < join.length) return 'These are not two records of the same child anymore.';
  for (const pair of pairs) {
    const { obstacle } = await judgeSameChild(pair, into, services);
    if (obstacle) return `${pair.from.name}: ${obstacle}`;
  }
  if (all.size - pairs.length > MAX_CHILDREN)
    return `An account can have ${MAX_CHILDREN} children at most.`;
  const both = findClassOfBoth(classes, { from, into });
  return both && `Both adults have a seat of their own in ${both.name}. Cancel one of them first.`;
}

/** A class in which both adults have a seat for themselves, or wait for one. */
function findClassOfBoth(
  classes: ClassDocument[],
  { from, into }: { from: Pick<UserDocument, '_id'>; into: Pick<UserDocument, '_id'> },
): ClassDocument | undefined {
  return classes.find((campClass) => hasOwnSeat(campClass, from) && hasOwnSeat(campClass, into));
}

/** Whether somebody has a seat for themselves in a class, or waits for one. */
function hasOwnSeat(
  { seats, waiting = [] }: ClassDocument,
  { _id }: Pick<UserDocument, '_id'>,
): boolean {
  return (
    seats.some(({ userId, childId }) => !childId && userId.equals(_id)) ||
    waiting.some(
      ({ userId, people }) => userId.equals(_id) && people.some(({ childId }) => !childId),
    )
  );
}

/** The classes in which an account has seats, waits, or has a resold seat whose refund is not on its way. */
async function listClassesWith(
  { _id }: Pick<UserDocument, '_id'>,
  { database }: Services,
): Promise<ClassDocument[]> {
  return listClassesOfAny(database.collections, [
    { 'seats.userId': _id },
    { 'seats.coPay.userId': _id },
    { 'seats.plan.payerId': _id },
    { 'waiting.userId': _id },
    // The index finds the few classes that have one.
    { 'resold.at': { $gt: new Date(0) }, 'resold.userId': _id },
  ]);
}

/**
 * Gives everything of a locked account to another one, and deletes it. Every step can be repeated, and the email goes
 * last, so that the next try finds what is left. R322
 * @returns false if it must wait for a payment or a change of a seat
 */
export async function moveFamily(
  from: DeletedUser,
  intoId: ObjectId,
  services: Services,
): Promise<boolean> {
  if (!from.isMoving && (await beginOrReopen(from, intoId, services))) return true;
  const into = await findUserWithId(intoId, services);
  if (!into) return true;
  const { users } = services.database.collections;
  // Other families may be moving here, too.
  if (await isGettingFamily(from, services)) return false;
  if (!(await endPaymentsOf(from._id, services))) return false;
  // Its owner did not allow the other account to use it: what is owed is paid by hand from now on.
  await forgetCard(from, services);
  if (await isChangingSeat(services.database.collections, from._id)) return false;
  if (!(await keepDeletedUser(from, services))) return true;
  // Before they change hands: until then, nobody but this locked account looks after these records.
  for (const join of from.join ?? []) await joinChildren(join, from, into, services);
  await moveAid(from, into, services);
  await moveChildren(from, into, services);
  if (!(await moveSeats(from, into, services))) return false;
  await movePayments(from, into, services);
  await mergeUses(from._id, into._id, services);
  await moveChanges(services.database.collections, from._id, into._id);
  await moveAttendance(services.database.collections, from._id, into._id);
  await moveRecords(services.database.collections, from._id, into._id);
  await moveAnswers(from._id, into._id, services);
  await moveMails(from, into, services);
  await moveMessages(from, into, services);
  const record = await users.findOne({ _id: from._id });
  if (record) await moveProfile(record, into, services);
  await forgetActor(from, { email: into.email, name: into.name }, services);
  await notifyBoth(from, record ?? {}, into, services);
  // Before the address is free again: a session from before must not register it.
  if (from.uid) await noteDeletion(from.uid, services);
  await forgetUser(from, services);
  return true;
}

/**
 * Each class in one update, so that nobody is without a seat in between. If the other adult has just joined the same
 * class, too, one of their two seats is freed, and all that was paid for it goes back.
 * @returns false if it must wait for that
 */
async function moveSeats(
  from: DeletedUser,
  into: UserDocument,
  services: Services,
): Promise<boolean> {
  const turn = <O extends { userId: ObjectId }>(one: O): O =>
    one.userId.equals(from._id) ? { ...one, userId: into._id } : one;
  const turnSeat = (seat: Seat): Seat => {
    const turned = turn(seat);
    if (turned.state !== 'enrolled') return turned;
    const { plan, coPay } = turned;
    const debtor = turn({ userId: debtorOf(turned) }).userId;
    return joinPlans({
      ...turned,
      ...(plan && { plan: owedBy(plan, debtor, turned) }),
      ...(coPay && { coPay: turn(coPay) }),
    });
  };
  for (const { _id } of await listClassesWith(from, services)) {
    let twice: SeatOfClass<EnrolledSeat> | undefined;
    await changeSeats(
      _id,
      (campClass, rules) => {
        const double = findDouble(campClass, { from, into });
        twice = isEnrolled(double) ? pairSeat(campClass, double) : undefined;
        if (twice) return null;
        const freed = double && freeSeat(campClass, double, rules);
        const { seats, waiting, resold } = { ...campClass, ...freed };
        return {
          ...freed,
          seats: seats.map((seat) => {
            const moved = turnSeat(seat);
            return moved.state === 'held' && moved.offer
              ? { ...moved, offer: { ...moved.offer, entry: turn(moved.offer.entry) } }
              : moved;
          }),
          ...(waiting && { waiting: waiting.map(turn) }),
          ...(resold && { resold: resold.map(turn) }),
        };
      },
      services,
    );
    if (!twice) continue;
    await endDouble(twice, services);
    return false;
  }
  return true;
}

/** Cancels a paid seat of somebody who has two. If something blocks it now, a later try succeeds. */
async function endDouble(twice: SeatOfClass<EnrolledSeat>, services: Services): Promise<void> {
  const note = 'The same person has another seat in this class.';
  try {
    await cancelSeat({ ...twice, reason: 'canceled by admin', by: SYSTEM, note }, services);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/**
 * Of both adults' own seats, one that is only held: first that of the account that goes, whose payments have ended. If
 * both are paid, the one that was booked later.
 */
function findDouble(
  { seats }: ClassDocument,
  { from, into }: { from: { _id: ObjectId }; into: { _id: ObjectId } },
): Seat | undefined {
  const ownOf = ({ _id }: { _id: ObjectId }) =>
    seats.find(({ userId, childId }) => !childId && userId.equals(_id));
  const own = [ownOf(from), ownOf(into)].flatMap((seat) => seat ?? []);
  if (own.length < 2) return undefined;
  const [latest] = own.toSorted((a, b) => b.joinedAt.getTime() - a.joinedAt.getTime());
  return own.find(({ state }) => state === 'held') ?? latest;
}

/** Moves what the remaining account has not said itself, what its owner agreed to, and the office's notes. */
async function moveProfile(
  { phone = '', birthDate, agreedTerms, officeNotes = [], hasJoinedLists }: UserDocument,
  { _id }: UserDocument,
  { database }: Services,
): Promise<void> {
  const { users } = database.collections;
  const isMissing = (field: string) => ({ _id, [field]: { $exists: false } });
  // The name's words are already there.
  const searchWords = { $each: listSearchWords({ name: '', phone }) };
  if (phone) await users.updateOne(isMissing('phone'), { $set: { phone }, $push: { searchWords } });
  if (birthDate) await users.updateOne(isMissing('birthDate'), { $set: { birthDate } });
  if (agreedTerms) await users.updateOne(isMissing('agreedTerms'), { $set: { agreedTerms } });
  if (hasJoinedLists) await users.updateOne({ _id }, { $set: { hasJoinedLists } });
  for (const note of officeNotes)
    await users.updateOne(
      { _id, 'officeNotes._id': { $ne: note._id } },
      { $push: { officeNotes: note } },
    );
}

/** Tells the remaining account and the old address, which nobody can log in with anymore. R498 */
async function notifyBoth(
  from: DeletedUser,
  { isUnclaimed, mailTo }: Pick<UserDocument, 'isUnclaimed' | 'mailTo'>,
  into: UserDocument,
  services: Services,
): Promise<void> {
  const id = `merged-${from._id.toHexString()}`;
  const about = { email: into.email, ...(into.isUnclaimed && { hasNoLogIn: true }) };
  const { name, email: address } = from;
  const old = { id: `${id}-old`, about, to: { name, address } };
  const mails = [{ id, about, to: into }, ...(isUnclaimed ? [] : [old])];
  await addMails(makeLines('families merged', mails, services), services);
  // Nobody has ever logged in with that address, so it may be a stranger's; nor did they confirm the new one.
  const other = mailTo?.confirmed ? mailTo.address : isUnclaimed && address;
  if (!other) return;
  const why = { why: 'merged', address: other };
  const ended = { id: `address-${id}`, about: why, to: { name, address: other } };
  await addMails(makeLines('address ended', [ended], services), services);
}
