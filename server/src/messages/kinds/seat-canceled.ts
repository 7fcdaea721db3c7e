import type { CanceledSeat } from '@speakifyr/contract/cancellation.ts';
import type { RefundState } from '@speakifyr/contract/money-states.ts';
import { PAYMENT_LABELS } from '@speakifyr/contract/money-words.ts';
import type { ObjectId } from 'mongodb';
import { ENDED_BY } from '../../ledger/canceled-seats.ts';
import { createLineReader } from '../../ledger/payer-lines.ts';
import { countKeptOf, listRefundsTo } from '../../ledger/what-is-left.ts';
import { isPaidWithCredit } from '../../ledger/spend-credit.ts';
import { readChildName } from '../../users/participant-names.ts';
import type { EntryFacts } from '../../class-facts.ts';
import type { Services } from '../../services.ts';
import type { Taxed } from '@speakifyr/contract/tax.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { CancellationDocument, KeptFor } from '../../database/money-documents.ts';
import { type Fact, facts, link } from '../content.ts';
import { defineMail } from '../mail-module.ts';
import {
  aboutCancellation,
  describeLostEntry,
  findToldCancellation,
  findClassWithId,
} from '../parts/find.ts';
import { type Charge, listChildIds } from '../parts/props.ts';
import { readStateOf } from '../parts/refund-state.ts';
import { listTaxes, readTaxes } from '../parts/taxes.ts';
import { sayKept } from '../parts/say-kept.ts';
import {
  ASK_IF_WRONG,
  listCharge,
  listChild,
  listClassFacts,
  nameClass,
  nameSeat,
  sayCharge,
  sayCreditKept,
  explainRefund,
  sayRemoval,
  subjectOf,
} from '../parts/say.ts';
import {
  findPeople,
  findRecipient,
  findRecipients,
  KEEP_TRYING_MONEY_DAYS,
  toEach,
} from '../recipients.ts';

/** Amounts are in cents. `credit` is what became credit, besides the refund. `state`: null if nothing comes back. */
type Money = {
  /** Whether its reader is the other household, which paid a share. */
  isShare?: boolean;
  refund: Charge;
  credit?: Charge;
  kept: Charge;
  /** Why, besides the refund policy. */
  keptFor?: KeptFor;
  ids: string[];
  state: RefundState | null;
  /** In what comes back, what becomes credit too. */
  taxes?: Taxed[] | undefined;
};

/**
 * `entry` takes the class out of the reader's calendar; null for a payer who is no longer a guardian. `by`: who ended
 * it. `money` is null for another guardian, unless they paid a share.
 */
type SeatCanceledProps = {
  className: string;
  child: string | null;
  entry: EntryFacts | null;
  by: CanceledSeat['by'];
  money: Money | null;
};

/** Says that one seat is canceled and, to the payer, what comes back and what the school keeps. R183 */
export const seatCanceled = defineMail<{ seatId: ObjectId }, SeatCanceledProps>({
  keepTryingDays: KEEP_TRYING_MONEY_DAYS,
  on: {
    'seat canceled': aboutCancellation(async (canceled, services) => {
      const { _id: seatId, userId, childId, reason, refunds, bounced, coPay } = canceled;
      // The family keeps a seat that is reserved again.
      if (reason === 'class canceled' || bounced?.again) return [];
      const guardians = await findPeople(userId, seatId, [childId], services);
      const payerIds = [...(coPay ? [coPay.userId] : []), ...refunds.flatMap(({ to }) => to ?? [])];
      const payers = [...(await findRecipients(payerIds, services)).values()];
      const isAmong = ({ _id }: UserDocument) => guardians.some((one) => one._id.equals(_id));
      const readers = [...guardians, ...payers.filter((one) => !isAmong(one))];
      if (bounced) {
        // The payer gets it all in one email.
        const others = readers.filter(({ _id }) => !_id.equals(userId));
        return toEach(others, `seatcanceled-${seatId.toHexString()}`, { seatId });
      }
      // Even a former guardian, if money comes back.
      const payer = sumAmounts(refunds) > 0 ? await findRecipient(userId, services) : undefined;
      const others = readers.filter(({ _id }) => !payer?._id.equals(_id));
      const people = payer ? [...others, payer] : others;
      return toEach(people, `seatcanceled-${seatId.toHexString()}`, { seatId });
    }),
  },

  /**
   * What people read about a canceled seat: the payer, what comes back; another guardian, that it is gone. A payer who
   * is no longer a guardian reads what they bought and what is refunded of it; nothing, if there is no refund.
   */
  async read({ seatId }, { user, rights }, services) {
    const canceled = await findToldCancellation(seatId, services);
    if (!canceled) return undefined;
    const { classId, className, userId, childId, days, paymentId, createdAt, coPay } = canceled;
    const seat = {
      seatId,
      userId,
      paymentId,
      ...(childId && { childId }),
      ...(coPay && { coPay }),
    };
    const isPayer =
      user._id.equals(userId) ||
      canceled.coPay?.userId.equals(user._id) ||
      listRefundsTo(user, canceled).length > 0;
    const money = isPayer ? await describeMoney(canceled, user, services) : null;
    const by = ENDED_BY[canceled.reason];
    if (!rights.mayReadSeat(seat)) {
      if (!money || money.refund.amount + readCredit(money) === 0) return undefined;
      const line = (await createLineReader([seat], user, services))({ ...seat, classId });
      const bought = line.isTheirs ? null : line.bought;
      if (!bought) return undefined;
      const props = { className: bought.className, child: bought.studentName, entry: null };
      return { props: { ...props, by, money }, childIds: [] };
    }
    const campClass = await findClassWithId(classId, services);
    const lost = { ...seat, days, until: createdAt };
    const entry = campClass && (await describeLostEntry(campClass, lost, services));
    const child = await readChildName(childId, services);
    const props = { className, child, entry, by, money };
    return { props, childIds: listChildIds([seat]) };
  },

  write(props) {
    const { className, child, entry, by, money } = props;
    const name = nameClass(className);
    return {
      subject: subjectOf('Seat canceled: ', name),
      parts: [
        sayWhat(props),
        money && sayMoney(by, money),
        facts([
          ...listChild(child),
          ...(money ? listMoney(money) : []),
          ...(entry ? listClassFacts(entry.campClass) : [['Class', name] satisfies Fact]),
        ]),
        entry && sayRemoval(1, 1),
        money
          ? link('See your canceled seats', '/dashboard/enroll')
          : link('See other classes', '/classes'),
        ASK_IF_WRONG,
      ],
    };
  },

  calendar: ({ entry }) => ({ CANCEL: entry ? [entry] : [] }),
});

function sayWhat({ by, money, ...props }: SeatCanceledProps): string {
  const isBooker = money && !money.isShare;
  const seat = nameSeat(props);
  // The parent who decided it has booked it.
  switch (by) {
    case 'parent':
      return isBooker
        ? `You have canceled ${seat}.`
        : `The parent who booked it has canceled ${seat}.`;
    case 'school':
      return `The school has canceled ${seat}.`;
    case 'next person':
      return isBooker
        ? `Somebody else has taken ${seat}, as you wanted.`
        : `The parent who booked it has passed on ${seat} to somebody else.`;
    case 'returned':
      return isBooker
        ? `A payment for ${seat} went back to you. So the seat is not yours anymore.`
        : `A payment for ${seat} was returned, so the seat has ended.`;
    case 'not paid':
      // Only the payer knows what is owed.
      return money
        ? `The school has released ${seat}, because it was not paid in time. You don’t have to pay anything more for it.`
        : `The school has canceled ${seat}.`;
  }
}

function sayMoney(by: SeatCanceledProps['by'], money: Money): (string | null)[] {
  const { refund, kept, state, isShare } = money;
  const stateNow = state && explainRefund(state);
  if (by === 'returned' && !isShare) return [sayRest(money), sayCredit(money), stateNow];
  if (refund.amount + kept.amount + readCredit(money) === 0)
    return isShare
      ? ['You have paid nothing of your share, and you don’t owe it anymore.']
      : ['The seat was free, so there is nothing to refund.'];
  const isByPolicy = by === 'parent' || by === 'not paid';
  const isExplained = isByPolicy && !isShare && kept.amount > 0;
  const keeps = `school keeps ${isExplained ? sayKept(kept, money.keptFor) : sayCharge(kept)}.`;
  if (readCredit(money) > 0)
    return [
      refund.amount > 0 ? `You get ${sayCharge(refund)} back.` : null,
      sayCredit(money),
      kept.amount > 0 ? `The ${keeps}` : null,
      stateNow,
    ];
  if (state === null || refund.amount === 0) return [`No refund: the ${keeps}`];
  const back =
    kept.amount === 0
      ? `You get all of your money back: ${sayCharge(refund)}.`
      : `You get ${sayCharge(refund)} back. The ${keeps}`;
  return [back, stateNow];
}

function readCredit({ credit }: Money): number {
  return credit?.amount ?? 0;
}

function sayCredit({ credit }: Money): string | null {
  return credit ? sayCreditKept(credit) : null;
}

/** What becomes of the other payments for the seat. */
function sayRest({ refund, kept, credit }: Money): string | null {
  if (credit && refund.amount + kept.amount === 0) return null;
  const back =
    refund.amount > 0
      ? `You also get back what else you paid for the seat: ${sayCharge(refund)}.`
      : 'There is nothing else to refund for this seat.';
  return kept.amount > 0 ? `${back} The school keeps ${sayCharge(kept)}.` : back;
}

function listMoney({ refund, credit, kept, ids, taxes }: Money): Fact[] {
  return [
    ...listCharge('Refund', refund),
    ...(credit ? listCharge(PAYMENT_LABELS.credit, credit) : []),
    ...listTaxes(taxes, refund.amount + (credit?.amount ?? 0)),
    ...listCharge('Kept', kept),
    ...ids.map((id): Fact => ['Payment', id]),
  ];
}

/** What its reader paid for the seat. */
async function describeMoney(
  canceled: CancellationDocument,
  reader: Pick<UserDocument, '_id'>,
  services: Services,
): Promise<Money> {
  const { userId, currency, credit: wanted, reason, keptFor } = canceled;
  const isBooker = userId.equals(reader._id);
  const refunds = listRefundsTo(reader, canceled);
  const kept = countKeptOf(reader, canceled);
  const credit = sumAmounts(refunds.filter((one) => (wanted && isBooker) || isPaidWithCredit(one)));
  const amount = sumAmounts(refunds) - credit;
  const paidBy = new Set([
    ...(isBooker ? [canceled.paymentId] : []),
    ...refunds.map((one) => one.paymentId),
  ]);
  return {
    isShare: !isBooker,
    refund: { amount, currency },
    // If a seat ended because money was returned outside the app, its credit may have ended, too.
    ...(credit > 0 && reason !== 'payment returned' && { credit: { amount: credit, currency } }),
    kept: { amount: kept, currency },
    ...(isBooker && keptFor && { keptFor }),
    ids: amount + credit + kept > 0 ? [...paidBy] : [],
    state: amount > 0 ? await readStateOf(refunds, services) : null,
    taxes: await readTaxes(
      refunds.map((one) => ({ ...one, seatId: canceled._id })),
      services,
    ),
  };
}
