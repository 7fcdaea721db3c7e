import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { nameExtra } from '@speakifyr/contract/seat-extras.ts';
import { Receipt as ReceiptIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatOf } from '../../../lib/format.ts';
import { linkToReceipt } from '../../../lib/dashboard-links.ts';
import { paths } from '../../../lib/paths.ts';
import { PriceLines } from '../../../ui/price-lines.tsx';
import { SavePassButton } from '../../../ui/save-pass-button.tsx';
import { ExtrasButton } from '../extras/extras-button.tsx';
import { Detail } from './detail.tsx';
import { listSeatFacts } from './seats-of-class.ts';

type Props = {
  seat: EnrolledClass;
  /** Who sits there, if the card has several seats. */
  whose: string | undefined;
  /** The button to change or cancel the seat. */
  change: ReactNode;
};

/** The line above what belongs to one seat. */
const PART = 'border-base-300 mt-5 border-t pt-4';

/** What one seat cost, who paid and when, and what can be done with it. */
export function SeatDetails({ seat, whose, change }: Props) {
  const { classData, price, share, entry_code, date, time, transactionId, isPayer, paidBy } = seat;
  const say = (amount: number) => formatOf(amount, seat.currency);
  const about = whose ? `${classData.name}, ${whose}` : classData.name;
  return (
    <>
      {whose && (
        <h3 className={`${PART} text-base font-semibold [overflow-wrap:anywhere]`}>For {whose}</h3>
      )}
      <dl className={whose ? 'mt-2 space-y-2' : `${PART} space-y-2`}>
        <Detail term="Price">
          <span>{price === 0 ? 'Free' : say(price)}</span>
          <PriceLines lines={seat.lines} format={say} />
        </Detail>
        <SeatExtrasList extras={seat.extras} />
        {share !== null && (
          <Detail term="Your share">{share === 0 ? 'Free' : say(share / 100)}</Detail>
        )}
        {paidBy && (
          <Detail term={price > 0 && share === null ? 'Paid by' : 'Booked by'}>{paidBy}</Detail>
        )}
      </dl>
      <details className="mt-3">
        <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
          Enroll Information{whose && <span className="sr-only"> for {whose}</span>}
        </summary>
        <dl className="mt-1 space-y-2">
          {/* As the record has them, spec sections 3 and 9: dd/mm/yyyy and 12-hour. R533 */}
          <Detail term="Date">{date}</Detail>
          <Detail term="Time">{time}</Detail>
          {/* Not that of the other household's payment. */}
          {(share === null || isPayer) && (
            <Detail term="TrxID">
              <span className="font-mono text-xs break-all sm:text-sm">{transactionId}</span>
            </Detail>
          )}
        </dl>
      </details>
      {seat.installments?.some(({ left }) => left > 0) && (
        <p className="rounded-box bg-accent/25 mt-5 p-4 text-sm">
          You pay this seat in parts.{' '}
          <Link to={paths.installments} className="link font-semibold">
            See what is paid and what is due
          </Link>
        </p>
      )}
      {seat.isForResale && (
        <p className="rounded-box bg-accent/25 mt-5 p-4 text-sm">
          This seat is up for resale. If somebody takes it, you get back everything you paid.
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {/* Another guardian may have paid, and a free class has no receipt. */}
        {isPayer && price > 0 && (
          <Link to={linkToReceipt(transactionId)} className="btn btn-outline btn-sm">
            <ReceiptIcon className="size-4" aria-hidden="true" />
            Receipt <span className="sr-only">for {about}</span>
          </Link>
        )}
        <SavePassButton
          pass={{
            entryCode: entry_code,
            name: seat.student_name,
            className: classData.name,
            lines: listSeatFacts(seat),
          }}
        />
        {seat.mayAddExtras && (
          <ExtrasButton
            cartId={seat.cartId}
            name={about}
            hasSome={seat.extras?.some(({ isPaid }) => !isPaid) ?? false}
          />
        )}
        {change}
      </div>
    </>
  );
}

/** The extras of an enrolled seat. Their price is among the lines above. */
function SeatExtrasList({ extras = [] }: Pick<EnrolledClass, 'extras'>) {
  if (extras.length === 0) return null;
  return (
    <Detail term="Extras">
      {extras.map((extra) => (
        <span
          key={extra.id}
          className="block [overflow-wrap:anywhere]"
        >{`${nameExtra(extra)}${extra.isPaid ? '' : ' (not paid yet)'}`}</span>
      ))}
    </Detail>
  );
}
