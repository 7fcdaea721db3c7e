import type { ObjectId } from 'mongodb';
import type { EnrolledSeat } from '../../../../server/src/database/collections.ts';
import type { ChildDocument } from '../../../../server/src/database/family-documents.ts';
import { listDebtsOfNobody } from '../../../../server/src/families/pass-on-debts.ts';
import { MAILS } from '../../../../server/src/messages/kinds/all.ts';
import { collectComplaints, type Complaints } from '../attack.ts';
import { listMoves } from '../seat-changes.ts';
import { waitUntil } from '../waiting.ts';
import type { Run } from './random-run.ts';

/** What must hold of people, discounts and emails once everything is over. Each is computed from the collections. */

type Check = (run: Run, complaints: Complaints) => Promise<void>;

/** How long jobs may take to end what a killed server has begun. */
const ENDED_MS = 60_000;

export async function checkEnds(run: Run): Promise<void> {
  const checks = [checkDebts, checkHandOvers, checkGivers, checkCodes, checkLines, checkMails];
  for (const check of checks) {
    const isRight = async () => {
      const found = collectComplaints();
      await check(run, found);
      return found.list.length === 0;
    };
    if ((await waitUntil(isRight, ENDED_MS)) === null) await check(run, run.complaints);
  }
  for (const failure of run.school.failures) run.complaints.check(false, failure);
}

/** Everything that is owed is owed by somebody who can pay it. */
const checkDebts: Check = async ({ school: { collections } }, { check }) => {
  const { children, users } = collections;
  const isActive = async (_id: ObjectId) =>
    (await users.countDocuments({ _id, status: 'active' })) === 1;
  const { seats, payments } = await listDebtsOfNobody({ database: { collections } } as never);
  for (const { _id, userId } of payments)
    check(false, `${_id}: ${userId.toHexString()} owes what had gone back of it, and can't pay it`);
  for (const { seat, payerId } of seats) {
    const child = seat.childId && (await children.findOne({ _id: seat.childId }));
    const others = child ? listWho(child, ['book']) : [seat.userId];
    for (const other of others)
      check(
        !(await isActive(other)),
        `${seat.seatId.toHexString()}: ${payerId.toHexString()} owes something and can't pay it, but ${other.toHexString()} can`,
      );
  }
};

/** The guardians with all of these rights. */
function listWho({ guardians }: ChildDocument, rights: ('see' | 'book')[]): ObjectId[] {
  return guardians
    .filter(({ may }) => rights.every((right) => may.includes(right)))
    .map(({ userId }) => userId);
}

/** Nobody took a child who must not, unless a phone without a connection let them, which is marked. */
const checkHandOvers: Check = async ({ school: { collections } }, { check }) => {
  const blocked = await collections.childContacts
    .find({ 'mustNotCollect.0': { $exists: true } })
    .toArray();
  for (const { _id: personId, mustNotCollect = [] } of blocked)
    for (const { personId: who, at } of mustNotCollect) {
      const since = { personId, kind: 'out', receivedAt: { $gt: at } } as const;
      const taps = await collections.attendance
        .find({ ...since, 'collectedBy.guardianId': who?.toHexString() ?? '' })
        .toArray();
      for (const { _id, notAllowed } of taps)
        check(Boolean(notAllowed), `${_id}: ${who} took the child ${personId}, and must not`);
    }
};

/** What somebody gave for a child who no longer decides about it has ended. */
const checkGivers: Check = async ({ school: { collections } }, { check }) => {
  for (const given of await collections.childContacts.find({}).toArray()) {
    const child = await collections.children.findOne({ _id: given._id });
    const deciders = child ? listWho(child, ['see', 'book']) : [];
    const standing = (by: ObjectId | undefined) => !by || deciders.some((one) => one.equals(by));
    const { contacts, pickupCode, mayLeaveAlone } = given;
    const left = [
      // With nobody left who decides, somebody still has to be called.
      ...contacts.filter(({ by, mayPickUp }) => (deciders.length > 0 ? !standing(by) : mayPickUp)),
      ...(pickupCode && !pickupCode.usedBy && !standing(pickupCode.by) ? [pickupCode] : []),
      ...(mayLeaveAlone && !standing(mayLeaveAlone.by) ? [mayLeaveAlone] : []),
    ];
    check(
      left.length === 0,
      `${given._id.toHexString()}: ${JSON.stringify(left)} is left of somebody who lost the right`,
    );
  }
};

async function listEnrolled({ school: { collections } }: Run) {
  const classes = await collections.classes.find({}).toArray();
  return classes.flatMap(({ _id, seats }) =>
    seats
      .filter((seat): seat is EnrolledSeat => seat.state === 'enrolled')
      .map((seat) => ({ classId: _id.toHexString(), seat })),
  );
}

/** No code has more seats than uses, and no account more of them than a family may have. */
const checkCodes: Check = async (run, { check }) => {
  const { users, events } = run.school.collections;
  const enrolled = await listEnrolled(run);
  const happened = await events
    .find({ type: { $in: ['merge families', 'claim family'] } })
    .toArray();
  const grown = new Set(happened.map(({ data }) => ('target' in data ? data.target : '')));
  for (const [id, { maxUses, maxPerFamily }] of run.codes) {
    const seats = enrolled.map(({ seat }) => seat).filter((seat) => takesOff(seat, id));
    check(seats.length <= maxUses, `${id}: a code with ${maxUses} uses has ${seats.length} seats`);
    for (const userId of new Set(seats.map((seat) => seat.userId.toHexString()))) {
      const own = seats.filter((seat) => seat.userId.toHexString() === userId);
      const account = await users.findOne({ _id: own[0]!.userId });
      check(
        own.length <= maxPerFamily || grown.has(account?.email ?? ''),
        `${id}: ${userId} has ${own.length} seats with a code for ${maxPerFamily}`,
      );
    }
  }
};

function takesOff({ lines = [] }: EnrolledSeat, id: string): boolean {
  return lines.some(({ discountId, amount }) => discountId === id && amount < 0);
}

/** A line of a price is only where it holds. An admin may have waived that for a seat. */
const checkLines: Check = async (run, { check }) => {
  const moves = await listMoves(run.school.collections);
  for (const { classId, seat } of await listEnrolled(run)) {
    const { seatId, childId, lines = [] } = seat;
    const own = moves.filter((move) => move.seatId.equals(seatId));
    if (own.some(({ by, userId }) => String(by) !== String(userId))) continue;
    const child = childId?.toHexString() ?? null;
    const [base] = lines;
    for (const line of lines.filter(({ terms, amount }) => terms && amount < 0)) {
      const { classIds, minimum = 0, person = child } = line.terms!;
      check(
        (classIds.length === 0 || classIds.includes(classId)) &&
          base!.amount >= minimum &&
          person === child,
        `${seatId.toHexString()}: has a line in ${classId} that does not hold there: ${JSON.stringify(line)}`,
      );
    }
  }
};

/** Every email is of a kind that we know. That something ended hears neither who lost the right nor a stranger; what is left hear admins. */
const checkMails: Check = async ({ school: { collections } }, { check }) => {
  const { outbox, events, users } = collections;
  const sent = await outbox.find({}).toArray();
  for (const { _id, cause } of sent)
    check(cause.kind in MAILS, `${_id}: an email that nobody knows: ${cause.kind}`);
  for (const { _id, data } of await events.find({ type: 'end what was given' }).toArray()) {
    if (!('lost' in data)) continue;
    const lines = sent.filter(
      (line) => /^(ended|left)-/.test(line._id) && line._id.includes(`-${_id}`),
    );
    for (const { _id: line, to, userId } of lines) {
      const reader = userId && (await users.findOne({ _id: userId }));
      const isRight = line.startsWith('left-')
        ? reader?.role === 'admin'
        : !reader?._id.equals(data.lost);
      check(isRight, `${line}: went to ${to.address}`);
    }
  }
};
