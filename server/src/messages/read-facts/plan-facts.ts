import type { CancellationDocument, RefundDocument } from '../../database/money-documents.ts';
import type { CauseOf } from '../../database/outbox-document.ts';
import { createLineReader } from '../../billing/payer-lines.ts';
import type { Services } from '../../services.ts';
import { sumAmounts } from '../../sum-amounts.ts';
import type { LetterFacts } from '../letters/facts.ts';
import { describeLostEntry } from './calendar-entry.ts';
import { describeCharge } from './charges.ts';
import { findCancellation, findWholeClass, listRefundsWithIds } from './plan-facts.repo.ts';
import { listChildIds, type Read, type Reader } from './reading.ts';

const BY: Record<CancellationDocument['reason'], LetterFacts['seat canceled']['by']> = {
  'canceled by parent': 'parent',
  'canceled by admin': 'school',
  'class canceled': 'school',
  'seat passed on': 'next person',
  'payment returned': 'returned',
};

/**
 * What people read about a canceled seat: the payer, what comes back; another guardian, that it is gone. A payer who is
 * no longer a guardian reads what they bought and what is refunded of it; nothing, if there is no refund.
 */
export async function readSeatCanceled(
  { cartId }: CauseOf<'seat canceled'>,
  { user, rights }: Reader,
  services: Services,
): Promise<Read<'seat canceled'> | undefined> {
  const { collections } = services.database;
  const canceled = await findCancellation(collections, cartId);
  if (!canceled) return undefined;
  const { classId, className, email, childId, name, paymentId, reason, createdAt } = canceled;
  const seat = { cartId, email, name, paymentId, ...(childId && { childId }) };
  const isPayer = user.email === email;
  const money = isPayer ? await describeMoney(canceled, services) : null;
  const by = BY[reason];
  if (!rights.mayReadSeat(seat)) {
    if (!money || money.refund.amount === 0) return undefined;
    const line = (await createLineReader([seat], user, services))({ ...seat, classId });
    const bought = line.isTheirs ? null : line.bought;
    if (!bought) return undefined;
    const facts = { className: bought.className, child: bought.studentName, entry: null };
    return { facts: { ...facts, by, money }, childIds: [] };
  }
  const campClass = await findWholeClass(collections, classId);
  const facts = {
    className,
    child: childId ? name : null,
    entry:
      campClass && (await describeLostEntry(campClass, { ...seat, until: createdAt }, services)),
    ...{ by, money },
  };
  return { facts, childIds: listChildIds([seat]) };
}

async function describeMoney(
  { refunds, kept, currency, paymentId }: CancellationDocument,
  { database }: Services,
): Promise<LetterFacts['seat canceled']['money']> {
  const found = await listRefundsWithIds(
    database.collections,
    refunds.map(({ refundId }) => refundId),
  );
  const refund = sumAmounts(refunds);
  const paidBy = new Set([paymentId, ...refunds.map((one) => one.paymentId)]);
  return {
    refund: describeCharge({ amount: refund, currency }),
    kept: describeCharge({ amount: kept, currency }),
    ids: refund + kept > 0 ? [...paidBy] : [],
    state: refund > 0 ? findWorst(found) : null,
  };
}

/** One failed refund is what matters. A refund that is not written down yet is on its way. */
function findWorst(refunds: RefundDocument[]): RefundDocument['state'] {
  const isFailed = refunds.some(({ state, needsAdmin }) => state === 'failed' && needsAdmin);
  return isFailed ? 'failed' : 'decided';
}
