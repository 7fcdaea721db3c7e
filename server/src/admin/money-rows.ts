import { type MoneyKind, MONEY_KINDS } from '@speakifyr/contract/money-rows.ts';
import { PAYMENT_METHODS } from '@speakifyr/contract/payment-methods.ts';
import { seasonOf } from '@speakifyr/contract/days.ts';
import type { MoneyMonth } from '@speakifyr/contract/months.ts';
import type { PaymentDocument } from '../database/payment-documents.ts';
import type {
  CountedRow,
  CreditNoteDocument,
  Movement,
  ReceiptDocument,
  RefundDocument,
} from '../database/money-documents.ts';
import { nameCorrection, numberCreditNote } from '../ledger/credit-notes.ts';
import { taxesOf, taxesOfNote } from '../ledger/paper-taxes.ts';
import { numberReceipt } from '../ledger/receipts.ts';
import { shareMovements } from '../ledger/share-movements.ts';
import { groupBy } from '../group-by.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { sumTaxes } from '@speakifyr/contract/tax.ts';

/** The rows of a month, the classes' shares in them, and their sums. */

/** What a month needs to know of a payment. */
export type MonthPayment = Pick<
  PaymentDocument,
  '_id' | 'method' | 'items' | 'movements' | 'fees' | 'currency' | 'receiptDue' | 'refundIds'
>;

/** What a row is made from besides its payment: only papers and refunds, so it has nobody's name. */
export type Papers = {
  /** By payment. */
  receipts: Map<string, Pick<ReceiptDocument, '_id' | 'items' | 'amount' | 'taxes'>>;
  /** By refund. */
  notes: Map<string, Pick<CreditNoteDocument, '_id' | 'amount' | 'taxes'>>;
  /** By id. */
  refunds: Map<string, Pick<RefundDocument, '_id' | 'seatId' | 'reason' | 'state' | 'given'>>;
  /** By id. */
  classes: Map<string, { name: string; camp_start: string; camp_end: string }>;
};

/** Which row it is, and when it counts. */
export type RowPlace = Pick<CountedRow, '_id' | 'day' | 'at' | 'paymentId'>;

/** The places of the rows of a payment, without what they say. */
export function listPlaces({
  _id: paymentId,
  movements,
  fees = [],
}: Pick<MonthPayment, '_id' | 'movements' | 'fees'>): RowPlace[] {
  return [
    ...movements.flatMap(({ kind, day, at }, place) =>
      kind === 'begun'
        ? []
        : { _id: `${paymentId}:${place}`, day, at: at.toISOString(), paymentId },
    ),
    ...fees.map(({ stripeId: _id, day, at }) => ({ _id, day, at: at.toISOString(), paymentId })),
  ];
}

/** Every row of a payment, oldest first. R290 */
export function listRows(payment: MonthPayment, papers: Papers): CountedRow[] {
  const { _id: paymentId, method, movements, fees = [] } = payment;
  const receipt = papers.receipts.get(paymentId);
  const common = { receipt: receipt ? numberReceipt(receipt._id) : null, paymentId, method };
  const shares = shareOut(payment, papers);
  const rows = movements.flatMap((movement, place): CountedRow[] => {
    if (movement.kind === 'begun') return [];
    const kind = nameKind(movement, movements.slice(place + 1), papers);
    const refund = papers.refunds.get(movement.refundId ?? '');
    const given = refund?.given;
    return [
      {
        ...common,
        // However it was paid, so that the sums of other methods match the bank account or the cash box.
        ...(movement.kind === 'credit' && { method: 'credit' as const }),
        ...(movement.received && { method: movement.received.method }),
        ...(kind === 'paid otherwise' && given && { method: given.method }),
        _id: `${paymentId}:${place}`,
        day: movement.day,
        at: movement.at.toISOString(),
        kind,
        amount: movement.amount,
        currency: payment.currency.toUpperCase(),
        creditNote: findNote(movement, kind, papers),
        shares: shares[place]?.shares ?? [],
        ...readTaxes(movement, shares[place]?.bought ?? 0, { receipt, papers }),
      },
    ];
  });
  const taken = fees.map(({ stripeId, at, day, amount, currency }): CountedRow => ({
    ...common,
    _id: stripeId,
    day,
    at: at.toISOString(),
    kind: 'fee',
    amount: -amount,
    currency: currency.toUpperCase(),
    creditNote: null,
    shares: [],
  }));
  return [...rows, ...taken];
}

/** As the credit note has them, if there is one. @param bought what of the movement is on the receipt, in cents */
function readTaxes(
  { refundId = '' }: Movement,
  bought: number,
  { receipt, papers }: { receipt: ReturnType<Papers['receipts']['get']>; papers: Papers },
): Pick<CountedRow, 'taxes'> {
  const note = papers.notes.get(refundId);
  if (note) return taxesOfNote(note, bought);
  return receipt ? taxesOf(receipt, bought, papers.refunds.get(refundId)?.seatId) : {};
}

/**
 * R364
 * @param later the payment's movements after this one
 */
function nameKind(
  { kind, refundId = '', amount, received }: Movement,
  later: Movement[],
  { refunds }: Papers,
): MoneyKind {
  if (kind === 'paid') return 'charge';
  if (received) return 'paid back';
  if (kind === 'credit')
    return amount < 0 ? 'kept as credit' : refundId ? 'credit taken back' : 'paid with credit';
  const refund = refunds.get(refundId);
  const isDispute = refund?.reason === 'dispute' || refundId.startsWith('dispute:');
  if (kind === 'came back') return isDispute ? 'dispute won' : 'refund failed';
  if (isDispute) return 'dispute';
  if (refundId.startsWith('bounced:')) return 'bounced';
  // Earlier attempts were at Stripe.
  const isLast = !later.some((one) => one.refundId === refundId);
  return refund?.state === 'paid otherwise' && isLast ? 'paid otherwise' : 'refund';
}

function findNote({ refundId }: Movement, kind: MoneyKind, { notes }: Papers): string | null {
  if (!refundId || kind === 'paid back') return null;
  const correction = kind === 'dispute won' ? notes.get(nameCorrection(refundId)) : undefined;
  const note = correction ?? notes.get(refundId);
  return note ? numberCreditNote(note._id) : null;
}

/** The shares of each of a payment's movements, by the movement's place; `bought`: what of it is on the receipt. */
function shareOut(payment: MonthPayment, papers: Papers): { shares: Share[]; bought: number }[] {
  const receipt = papers.receipts.get(payment._id);
  const lines = payment.items.map(({ seatId, classId }) => {
    const sold = receipt?.items.find((item) => item.seatId.equals(seatId));
    const found = papers.classes.get(classId.toHexString());
    const className = sold?.className ?? found?.name ?? '';
    // A seat for chosen days names its own first day. The class is one all the same.
    const first = sold?.camp_start ?? '';
    const isWithin = found && found.camp_start <= first && first <= found.camp_end;
    const camp_start = isWithin ? found.camp_start : first || (found?.camp_start ?? '');
    return { className, camp_start };
  });
  const parts = shareMovements(payment, (refundId) => papers.refunds.get(refundId)?.seatId);
  return parts.map((ofMovement) => ({
    shares: mergeShares(lines.map((line, place) => ({ ...line, amount: ofMovement[place] ?? 0 }))),
    bought: sumAmounts(
      payment.items.map(({ isForCredit }, place) => ({
        amount: isForCredit ? 0 : (ofMovement[place] ?? 0),
      })),
    ),
  }));
}

type Share = CountedRow['shares'][number];

/** One share per class, in the order of the payment. */
function mergeShares(shares: Share[]): Share[] {
  const merged = new Map<string, Share>();
  for (const { className, camp_start, amount } of shares) {
    if (amount === 0) continue;
    const key = `${camp_start} ${className}`;
    merged.set(key, { className, camp_start, amount: (merged.get(key)?.amount ?? 0) + amount });
  }
  return [...merged.values()];
}

type Sums = Pick<MoneyMonth, 'kinds' | 'classes' | 'seasons' | 'methods' | 'taxes'>;

/** What rows sum up to. */
export function sumRows(rows: CountedRow[]): Sums {
  const shares = rows.flatMap(({ kind, currency, shares: parts }) =>
    parts.map((part) => ({
      ...part,
      currency,
      isCharge: isCharge(kind),
    })),
  );
  return {
    kinds: sumKinds(rows),
    classes: sumClasses(shares),
    seasons: sumSeasons(shares),
    methods: sumMethods(rows),
    taxes: sumTaxes(
      rows.flatMap(({ currency, taxes = [] }) => taxes.map((tax) => ({ ...tax, currency }))),
    ),
  };
}

function sumKinds(rows: CountedRow[]): Sums['kinds'] {
  return groupBy(rows, ({ currency, kind }) => `${currency} ${kind}`)
    .map((group) => ({
      currency: group[0]?.currency ?? '',
      kind: group[0]?.kind ?? 'charge',
      count: group.length,
      amount: sumAmounts(group),
    }))
    .sort(
      (a, b) =>
        a.currency.localeCompare(b.currency) ||
        MONEY_KINDS.indexOf(a.kind) - MONEY_KINDS.indexOf(b.kind),
    );
}

type Part = Share & { currency: string; isCharge: boolean };

function sumClasses(shares: Part[]): Sums['classes'] {
  return sumUp(shares, ({ className, camp_start }) => `${camp_start} ${className}`)
    .map(({ first, ...sums }) => ({
      className: first.className,
      camp_start: first.camp_start,
      ...sums,
    }))
    .sort((a, b) => b.kept - a.kept || a.className.localeCompare(b.className));
}

function sumSeasons(shares: Part[]): Sums['seasons'] {
  return sumUp(shares, ({ camp_start }) => seasonOf(camp_start))
    .map(({ first, ...sums }) => ({ season: seasonOf(first.camp_start), ...sums }))
    .sort((a, b) => b.season.localeCompare(a.season));
}

/** What each method has brought, without the fees. Credit is money of another method, so it is what stayed for later. R580 */
function sumMethods(rows: CountedRow[]): Sums['methods'] {
  return groupBy(rows, ({ currency, method }) => `${currency} ${method}`)
    .flatMap((group) => {
      const [first] = group;
      if (!first) return [];
      const { currency, method } = first;
      const charged = sumAmounts(group.filter(({ kind }) => isCharge(kind)));
      const fees = sumAmounts(group.filter(({ kind }) => kind === 'fee'));
      const kept = sumAmounts(group);
      return [{ currency, method, charged, returned: kept - charged - fees, fees, kept }];
    })
    .sort(
      (a, b) =>
        a.currency.localeCompare(b.currency) ||
        PAYMENT_METHODS.indexOf(a.method) - PAYMENT_METHODS.indexOf(b.method),
    );
}

function isCharge(kind: MoneyKind): boolean {
  return kind === 'charge' || kind === 'paid with credit';
}

/** Sums up the shares with the same name, separately per currency. */
function sumUp(shares: Part[], nameOf: (share: Part) => string) {
  return groupBy(shares, (share) => `${share.currency} ${nameOf(share)}`).flatMap((parts) => {
    const [first] = parts;
    if (!first) return [];
    const charged = sumAmounts(parts.filter(({ isCharge }) => isCharge));
    const kept = sumAmounts(parts);
    return { first, currency: first.currency, charged, returned: kept - charged, kept };
  });
}
