import { describeTerms } from '@speakifyr/contract/describe-terms.ts';
import { quoteRefund, type RefundTerms } from '@speakifyr/contract/refund-terms.ts';
import { useState } from 'react';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { formatDay, nameCharge, readToday } from '../../../lib/format.ts';
import { readCents } from '../../../lib/read-cents.ts';
import { Field } from '../../../ui/field.tsx';
import { AmountField } from '../../../ui/usual-fields.tsx';
import { addDays } from '@speakifyr/contract/days.ts';

/** The class of the example starts in this many days. */
const EXAMPLE_DAYS = 60;

/** The policy as families read it, and what it refunds for one price and one first day. */
export function PolicyPreview({ terms }: { terms: RefundTerms | undefined }) {
  const [price, setPrice] = useState('200');
  const [start, setStart] = useState(() => addDays(readToday(), EXAMPLE_DAYS));
  const paid = readCents(price);
  return (
    <section
      aria-labelledby="policy-preview"
      className="card bg-base-100 shadow-card grid content-start gap-4 p-5 sm:p-7"
    >
      <h2 id="policy-preview" className="text-xl font-bold">
        Families read
      </h2>
      <div aria-live="polite">
        {terms ? (
          <ul className="grid list-disc gap-1.5 pl-5">
            {describeTerms(terms, SCHOOL.currency).map((sentence, index) => (
              <li key={index}>{sentence}</li>
            ))}
          </ul>
        ) : (
          <p className="text-base-content/80">
            Complete or correct the periods to see what families read.
          </p>
        )}
      </div>
      <h3 className="mt-2 text-lg font-bold">For example</h3>
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField
          label={`Price paid (${SCHOOL.currency})`}
          value={price}
          onChange={(event) => setPrice(event.target.value)}
        />
        <Field
          label="First day of the class"
          type="date"
          value={start}
          onChange={(event) => setStart(event.target.value)}
        />
      </div>
      {terms && paid !== undefined && start && <Example {...{ terms, paid, start }} />}
    </section>
  );
}

/** @param paid in cents @param start yyyy-mm-dd */
function Example({ terms, paid, start }: { terms: RefundTerms; paid: number; start: string }) {
  const rows = listExample(terms, paid, start);
  return (
    <table role="table" className="w-full @max-[15rem]/frame:block" aria-live="polite">
      <thead
        role="rowgroup"
        className="text-base-content/80 text-left text-sm @max-[15rem]/frame:sr-only"
      >
        <tr role="row">
          <th role="columnheader" scope="col" className="py-2 font-semibold">
            Canceled
          </th>
          <th role="columnheader" scope="col" className="py-2 text-right font-semibold">
            Refund
          </th>
          <th role="columnheader" scope="col" className="py-2 text-right font-semibold">
            We keep
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup" className="tabular-nums @max-[15rem]/frame:block">
        {rows.map(({ when, refund, kept }) => (
          <tr
            key={when}
            role="row"
            className="border-base-300 border-t @max-[15rem]/frame:block @max-[15rem]/frame:py-2"
          >
            <td role="cell" className="py-2 pr-2 @max-[15rem]/frame:block @max-[15rem]/frame:p-0">
              {when}
            </td>
            <MoneyCell label="Refund" cents={refund} className="font-semibold" />
            <MoneyCell label="We keep" cents={kept} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type MoneyCellProps = { label: string; cents: number; className?: string };

/** Three columns have no room on a phone with large text: there, each is a line and says what it is. */
function MoneyCell({ label, cents, className = '' }: MoneyCellProps) {
  return (
    <td
      role="cell"
      className={`py-2 pl-2 text-right whitespace-nowrap @max-[15rem]/frame:block @max-[15rem]/frame:p-0 @max-[15rem]/frame:text-left ${className}`}
    >
      <span className="hidden font-normal @max-[15rem]/frame:inline" aria-hidden="true">
        {`${label}: `}
      </span>
      <span>{nameCharge(cents / 100)}</span>
    </td>
  );
}

/** What is refunded in each period of the policy, and after the last one. */
function listExample(terms: RefundTerms, paid: number, start: string) {
  const rows = terms.steps.map(({ daysBefore }) => {
    const today = addDays(start, -daysBefore);
    const { refund, kept } = quoteRefund({ terms, paid, campStart: start, today });
    return { when: `Until ${formatDay(today)}`, refund, kept };
  });
  return [...rows, { when: rows.length > 0 ? 'After that' : 'At any time', refund: 0, kept: paid }];
}
