import { nameClassDays } from '@speakifyr/contract/say-class-days.ts';
import { sayPaid } from '@speakifyr/contract/payment-methods.ts';
import { sayPaidParts } from '@speakifyr/contract/owed.ts';
import type { Receipt } from '@speakifyr/contract/refunds.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { Link } from 'react-router-dom';
import { formatDate, nameCharge, readToday } from '../../../lib/format.ts';
import { nameCreditNote } from '../../../lib/name-credit-note.ts';
import { linkToCreditNote } from '../../../lib/dashboard-links.ts';
import { PriceLines } from '../../../ui/price-lines.tsx';
import {
  OWED_LABEL,
  PAYMENT_LABELS,
  REFUND_REASON_TEXTS,
  sayRefundState,
  SEAT_STATE_TEXTS,
} from '@speakifyr/contract/money-words.ts';
import { sayGiven } from '../say-given.ts';
import { TableHead, TableLine, TableSum } from './paper-table.tsx';

/**
 * Somebody who had the seat and canceled it must not read that it was never booked. A refund of the whole payment has
 * no `cartId`, and a payer who is no longer a guardian gets none.
 */
function describeState({ state, cartId }: Receipt['items'][number], refunds: Receipt['refunds']) {
  const find = (id: string | null) => refunds.find((one) => one.cartId === id);
  const refund = cartId === null ? undefined : (find(cartId) ?? find(null));
  if (state !== 'refunded' || !refund) return SEAT_STATE_TEXTS[state];
  if (refund.reason === 'payment bounced') return PAYMENT_LABELS.bounced;
  if (refund.reason === 'not owed') return 'Not owed anymore: the money goes back';
  return refund.reason === 'no seat' ? 'Not booked: the money goes back' : 'Canceled';
}

/** What was paid for: each class with its days and who it is for, what it cost, and the sum. R482 */
export function ReceiptItems({ receipt }: { receipt: Receipt }) {
  const { items, refunds, amount, currency, method, taxes } = receipt;
  return (
    <table className="mt-6 w-full">
      <caption className="sr-only">What was paid for</caption>
      <TableHead />
      <tbody>
        {items.map((item, index) => (
          <TableLine key={index} amount={nameCharge(item.amount / 100, currency)}>
            <span className="block font-semibold">{item.className}</span>
            <span className="text-base-content/80 block text-sm">
              For {item.student_name}, {nameClassDays(item)}
            </span>
            {item.parts && (
              <span className="block text-sm font-semibold">{sayPaidParts(item.parts)}</span>
            )}
            <PriceLines lines={item.lines} currency={currency} />
            <span className="block text-sm font-semibold">{describeState(item, refunds)}</span>
          </TableLine>
        ))}
      </tbody>
      <TableSum
        label={sayPaid(method)}
        amount={nameCharge(amount / 100, currency)}
        taxed={{ taxes, cents: amount, currency }}
      />
    </table>
  );
}

/** What went back, the state of each refund, and what the school keeps. Renders nothing without refunds. */
export function ReceiptRefunds({ receipt }: { receipt: Receipt }) {
  const { refunds, items, currency, kept } = receipt;
  if (refunds.length === 0) return null;
  return (
    <table className="mt-6 w-full">
      <caption className="border-base-content border-b-2 pb-2 text-left text-lg font-bold">
        Refunds
      </caption>
      <tbody>
        {refunds.map((refund, index) => {
          const item = refund.cartId && items.find(({ cartId }) => cartId === refund.cartId);
          return (
            <TableLine key={index} amount={`−${nameCharge(refund.amount / 100, currency)}`}>
              <span className="block font-semibold">
                {refund.reason === 'payment bounced'
                  ? PAYMENT_LABELS.bounced
                  : refund.isCredit && refund.state === 'succeeded'
                    ? PAYMENT_LABELS.credit
                    : `${sayRefundState(refund)}${sayGiven(refund)}`}
              </span>
              <span className="text-base-content/80 block text-sm">{`${REFUND_REASON_TEXTS[refund.reason]}, ${formatDate(new Date(refund.createdAt))}${item ? ` · ${item.className}, for ${item.student_name}` : ''}`}</span>
              {refund.correction !== undefined && (
                <Link to={linkToCreditNote(refund.correction)} className="link block text-sm">
                  Taken back by credit note{' '}
                  <span className="whitespace-nowrap">{nameCreditNote(refund.correction)}</span>
                </Link>
              )}
              {refund.creditNote !== null && (
                <Link to={linkToCreditNote(refund.creditNote)} className="link block text-sm">
                  Credit note {nameCreditNote(refund.creditNote)}
                </Link>
              )}
            </TableLine>
          );
        })}
      </tbody>
      {kept < 0 ? (
        <TableSum label="You owe the school" amount={nameCharge(-kept / 100, currency)} />
      ) : (
        <TableSum label="Total after refunds" amount={nameCharge(kept / 100, currency)} />
      )}
    </table>
  );
}

/** What is owed for the seats on the day it is read or printed. Renders nothing if all is paid. */
export function ReceiptOwed({ receipt }: { receipt: Receipt }) {
  const { items, currency } = receipt;
  const open = items.flatMap((item) => item.owed.map((part) => ({ item, ...part })));
  if (open.length === 0) return null;
  const today = readToday();
  return (
    <table className="mt-6 w-full">
      <caption className="border-base-content border-b-2 pb-2 text-left text-lg font-bold">
        {OWED_LABEL} on {formatDate(today)}
      </caption>
      <tbody>
        {open.map(({ item, due, amount }, index) => (
          <TableLine key={index} amount={nameCharge(amount / 100, currency)}>
            <span className="block font-semibold">{`${due < today ? 'Was due' : 'Due'} ${formatDate(due)}`}</span>
            <span className="text-base-content/80 block text-sm">
              {item.className}, for {item.student_name}
            </span>
          </TableLine>
        ))}
      </tbody>
      <TableSum label={OWED_LABEL} amount={nameCharge(sumAmounts(open) / 100, currency)} />
    </table>
  );
}
