import type { ItemState } from '@speakifyr/contract/limits.ts';
import type { Receipt } from '@speakifyr/contract/refunds.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatDay, nameCharge } from '../../lib/format.ts';
import { nameCreditNote } from '../../lib/name-credit-note.ts';
import { linkToCreditNote } from '../../lib/paths.ts';
import { REFUND_REASON_TEXTS, REFUND_STATE_TEXTS } from './describe-refund.ts';

/** What became of a seat, unless it was given: then nothing needs to be said. */
const STATE_TEXTS: Record<ItemState, string> = {
  open: 'Being booked',
  enrolled: '',
  refunded: 'Not booked: the money goes back',
  canceled: 'Canceled',
};

const CELL = 'border-base-300 border-b py-3 align-top print:py-2';

/** What was paid for: each class with its days and who it is for, what it cost, and the sum. */
export function ReceiptItems({ receipt: { items, amount, currency } }: { receipt: Receipt }) {
  return (
    <table className="mt-6 w-full">
      <caption className="sr-only">What was paid for</caption>
      <thead className="text-base-content/80 text-left text-sm">
        <tr>
          <th scope="col" className="border-base-content border-b-2 pb-2 font-semibold">
            Class
          </th>
          <th scope="col" className="border-base-content border-b-2 pb-2 text-right font-semibold">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.cartId} className="break-inside-avoid">
            <td className={`${CELL} [overflow-wrap:anywhere]`}>
              <span className="block font-semibold">{item.className}</span>
              <span className="text-base-content/80 block text-sm">
                For {item.student_name}, {formatDay(item.camp_start)} – {formatDay(item.camp_end)}
              </span>
              {STATE_TEXTS[item.state] && (
                <span className="block text-sm font-semibold">{STATE_TEXTS[item.state]}</span>
              )}
            </td>
            <AmountCell>{nameCharge(item.amount / 100, currency)}</AmountCell>
          </tr>
        ))}
      </tbody>
      <Sum label="Paid by card">{nameCharge(amount / 100, currency)}</Sum>
    </table>
  );
}

/** What went back, how far each refund is, and what the school keeps; nothing without refunds. */
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
          const item = items.find(({ cartId }) => cartId === refund.cartId);
          return (
            <tr key={index} className="break-inside-avoid">
              <td className={`${CELL} [overflow-wrap:anywhere]`}>
                <span className="block font-semibold">{REFUND_STATE_TEXTS[refund.state]}</span>
                <span className="text-base-content/80 block text-sm">
                  {REFUND_REASON_TEXTS[refund.reason]}, {formatDay(new Date(refund.createdAt))}
                  {item && ` · ${item.className}, for ${item.student_name}`}
                </span>
                {refund.creditNote !== null && (
                  <Link to={linkToCreditNote(refund.creditNote)} className="link block text-sm">
                    Credit note {nameCreditNote(refund.creditNote)}
                  </Link>
                )}
              </td>
              <AmountCell>−{nameCharge(refund.amount / 100, currency)}</AmountCell>
            </tr>
          );
        })}
      </tbody>
      <Sum label="Total after refunds">{nameCharge(kept / 100, currency)}</Sum>
    </table>
  );
}

function AmountCell({ children }: { children: ReactNode }) {
  return <td className={`${CELL} pl-4 text-right whitespace-nowrap tabular-nums`}>{children}</td>;
}

/** The last line of a table. */
function Sum({ label, children }: { label: string; children: ReactNode }) {
  return (
    <tfoot className="text-lg font-bold">
      <tr>
        <th scope="row" className="pt-3 text-left">
          {label}
        </th>
        <td className="pt-3 pl-4 text-right whitespace-nowrap tabular-nums">{children}</td>
      </tr>
    </tfoot>
  );
}
