import { sayAddress } from '@speakifyr/contract/stand-in-address.ts';
import type { ListedPayment } from '@speakifyr/contract/office.ts';
import { sayPaid } from '@speakifyr/contract/payment-methods.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatDay, nameCharge } from '../../../lib/format.ts';
import { sayGiven } from '../say-given.ts';
import { linkToCreditNote, linkToReceipt } from '../../../lib/dashboard-links.ts';
import { linkToClassPeople } from '../../../lib/paths.ts';
import { useBundle } from '../../../session/rights.ts';
import { DataCell, DataRow } from '../../../ui/data-table.tsx';
import { DayAndTime } from '../../../ui/day-and-time.tsx';
import { PaymentBadge } from '../../../ui/payment-badge.tsx';
import {
  isRefundFailed,
  ITEM_LABELS,
  PAYMENT_LABELS,
  sayRefund,
} from '@speakifyr/contract/money-words.ts';

type Props = {
  payment: ListedPayment;
  /** The number of its receipt, if it is known. */
  receipt?: string | null;
  /** Buttons for it. */
  children: ReactNode;
};

/** A payment: when it began, who pays, for which seats, what became of it, and what the school keeps. */
export function PaymentRow({ payment, receipt, children }: Props) {
  const { _id, name, email, items, amount, kept, currency, refunds, dispute } = payment;
  const { createdAt, method, received } = payment;
  const isByHand = received !== null;
  // An accountant reads it without the family.
  const isOffice = useBundle() !== 'accountant';
  const sum = (cents: number) => nameCharge(cents / 100, currency);
  return (
    <DataRow>
      <DataCell className="text-base-content/80 order-1 text-sm @3xl:w-44">
        <DayAndTime at={createdAt} />
      </DataCell>
      <DataCell className="[overflow-wrap:anywhere]">
        {isOffice && (
          <>
            <span className="block font-semibold">{name.trim() || 'Not Found'}</span>
            <span className="text-base-content/80">{sayAddress(email)}</span>
          </>
        )}
      </DataCell>
      <DataCell className="[overflow-wrap:anywhere]">
        <ul className="space-y-1">
          {items.map((item) => (
            <PaymentItem
              key={item.cartId}
              item={item}
              isOffice={isOffice}
              note={describeItem(item, payment, sum)}
            />
          ))}
        </ul>
      </DataCell>
      <DataCell className="[overflow-wrap:anywhere] @3xl:w-60">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <PaymentBadge state={nameState(payment)} />
          <span className="font-semibold tabular-nums">{amount === 0 ? 'Free' : sum(amount)}</span>
        </span>
        {dispute && <DisputeNote dispute={dispute} currency={currency} />}
        {refunds.length > 0 && (
          <ul className="mt-1 text-sm">
            {refunds.map((refund) => (
              <li
                key={refund.createdAt + refund.cartId}
                className={isRefundFailed({ ...refund, isByHand }) ? 'text-error font-medium' : ''}
              >
                <span>{`${refund.reason === 'payment bounced' ? `${PAYMENT_LABELS.bounced}: ` : 'Refund of '}${sum(refund.amount)} on`}</span>{' '}
                <time dateTime={refund.at}>{formatDay(new Date(refund.at))}</time>
                {refund.reason !== 'payment bounced' && (
                  <span>{`: ${sayRefund({ ...refund, isByHand })}${sayGiven(refund)}`}</span>
                )}
                {refund.creditNote !== null && (
                  <>
                    {' '}
                    <Link to={linkToCreditNote(refund.creditNote)} className="link">
                      Credit note <span className="sr-only">of {sum(refund.amount)}</span>
                    </Link>
                  </>
                )}
              </li>
            ))}
            <li className="font-medium">
              {kept < 0 ? `Owed to the school: ${sum(-kept)}` : `Kept: ${sum(kept)}`}
            </li>
          </ul>
        )}
        {received && (
          <span className="mt-1 block text-sm">{`${sayPaid(method)} on ${formatDay(received.day)}${received.reference ? `, ${received.reference}` : ''}${received.of ? ` (a part of ${sum(received.of)})` : ''}`}</span>
        )}
        <span className="text-base-content/80 mt-1 block font-mono text-xs">{_id}</span>
        <span className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden">
          {payment.hasReceipt && (
            <Link to={linkToReceipt(_id)} className="link text-sm">
              Receipt {receipt}
            </Link>
          )}
          {children}
        </span>
      </DataCell>
    </DataRow>
  );
}

/** A partly refunded payment says so, whatever became of its seats. */
function nameState({ state, amount, kept, refunds }: ListedPayment) {
  if (refunds.some(({ reason }) => reason === 'payment bounced')) return 'bounced';
  const isCredit = refunds.length > 0 && refunds.every((one) => one.isCredit);
  if (isCredit && kept === 0) return 'credit';
  if (state !== 'enrolled' || kept === amount || isCredit) return state;
  return kept === 0 ? 'refunded' : 'part';
}

type Item = ListedPayment['items'][number];

function PaymentItem({ item, isOffice, note }: { item: Item; isOffice: boolean; note: string }) {
  const { classId, className, childId, student_name } = item;
  return (
    <li>
      {childId && <span className="font-medium">{student_name}: </span>}
      {className && isOffice ? (
        <Link to={linkToClassPeople(classId)} className="link">
          {className}
        </Link>
      ) : (
        <span>{className || 'For no seat, kept as credit'}</span>
      )}
      {note && <span className="text-base-content/80 block text-sm tabular-nums">{note}</span>}
    </li>
  );
}

/** The price of a seat, if there are several, and its state, if it differs from that of the payment. */
function describeItem(
  { amount, state, className }: Item,
  payment: ListedPayment,
  sum: (cents: number) => string,
): string {
  const isBounced = state === 'refunded' && nameState(payment) === 'bounced';
  const label = isBounced ? PAYMENT_LABELS.bounced : ITEM_LABELS[state];
  return [payment.items.length > 1 && sum(amount), className && state !== payment.state && label]
    .filter(Boolean)
    .join(' · ');
}

type DisputeNoteProps = { dispute: NonNullable<ListedPayment['dispute']>; currency: string };

/** What the payer's bank has asked about a payment, until when it wants an answer, and how it ended. */
function DisputeNote({ dispute, currency }: DisputeNoteProps) {
  const { state, status, amount, dueBy, isRefundable } = dispute;
  const sum = nameCharge(amount / 100, currency);
  if (state === 'won') return <p className="mt-1 text-sm">{describeWin(dispute, sum)}</p>;
  if (state === 'lost')
    return (
      <p className="text-error mt-1 text-sm font-medium">{`The bank questioned ${sum} and took it back.${status.startsWith('appeal_') ? ' The school has appealed.' : ''}`}</p>
    );
  const deadline = dueBy ? `Answer in Stripe by ${formatDay(new Date(dueBy))}. ` : '';
  return (
    <p className="border-error bg-error/10 rounded-field mt-2 border-l-4 p-2 text-sm font-medium">
      {isRefundable
        ? `The bank asks about this payment (${sum}) and has taken nothing yet. ${deadline}A full refund ends this without a fee.`
        : `The bank questions this payment (${sum}). ${deadline}Until it decides, nothing can be refunded.`}
    </p>
  );
}

function describeWin({ status, changes }: DisputeNoteProps['dispute'], sum: string): string {
  if (status === 'warning_closed') return `The bank asked about ${sum}, and took nothing.`;
  const wasLost = changes.some(({ state }) => state === 'lost');
  const won = changes.findLast(({ state }) => state === 'won');
  if (!wasLost || !won) return `The bank questioned ${sum}. The school keeps it.`;
  return `The bank took ${sum}, and gave it back after an appeal on ${formatDay(new Date(won.at))}.`;
}
