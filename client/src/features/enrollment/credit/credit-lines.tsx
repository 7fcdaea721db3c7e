import type { Credit } from '@speakifyr/contract/credit.ts';
import { Link } from 'react-router-dom';
import { formatDay, nameCharge } from '../../../lib/format.ts';
import { linkToReceipt } from '../../../lib/dashboard-links.ts';

type Line = Credit['lines'][number];

/** Where credit came from, and what became of it. */
export function CreditLines({ lines }: { lines: Line[] }) {
  return (
    <ul className="divide-base-300 divide-y">
      {lines.map((line) => (
        <li key={line._id} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-3">
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <p className="font-semibold">{nameSource(line)}</p>
            <p className="text-base-content/80 text-sm">
              <span>{nameCharge(line.amount / 100, line.currency)}</span>
              {line.className && (
                <span>
                  ,{' '}
                  <Link to={linkToReceipt(line.paymentId)} className="link">
                    receipt <span className="sr-only">for {line.className}</span>
                  </Link>
                </span>
              )}
              {line.left > 0 && <span>{`. ${sayUntil(line)}`}</span>}
            </p>
            {line.uses.map((use, place) => (
              <p key={place} className="text-base-content/80 text-sm">
                <Use {...use} currency={line.currency} />
              </p>
            ))}
          </div>
          <p className="tabular-nums">
            <strong>{nameCharge(line.left / 100, line.currency)}</strong> left
          </p>
        </li>
      ))}
    </ul>
  );
}

/** What came for no seat has no receipt until it pays for one. */
function nameSource({ className, at }: Line): string {
  const day = formatDay(new Date(at));
  return className ? `${className}, canceled on ${day}` : `Kept as credit since ${day}`;
}

function sayUntil({ until, isRefundable }: Line): string {
  if (until === null) return 'It can be turned back into a refund';
  return isRefundable
    ? `It can be turned back into a refund until ${formatDay(until)}`
    : 'It pays for classes; it can’t be turned back into a refund anymore';
}

function Use({ paymentId, amount, isOpen, currency }: Line['uses'][number] & { currency: string }) {
  const sum = nameCharge(amount / 100, currency);
  if (paymentId === null) return <span>{`${sum} turned back into a refund`}</span>;
  if (isOpen) return <span>{`${sum} is kept for a payment that is not finished`}</span>;
  return (
    <span key="paid">
      {sum} paid for a class,{' '}
      <Link to={linkToReceipt(paymentId)} className="link">
        receipt
      </Link>
    </span>
  );
}
