import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Output } from '@speakifyr/contract/endpoint.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keepFromLast, quoteParts } from '@speakifyr/contract/refund-parts.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { readApiError } from '../../../lib/api.ts';
import { formatDay, nameCharge, readToday } from '../../../lib/format.ts';
import { read } from '../../../lib/read.ts';
import { Check } from '../../../ui/check.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { MoneyForm, type SeatProps } from './money-form.tsx';
import { namePayer, sayHowFamilyHears } from './say-who-hears.ts';

/** Cancels a paid seat and refunds any part of what was paid. It begins with what the refund policy says. R436 */
export function CancelSeat(props: SeatProps) {
  const { person, campClass } = props;
  const lost = useQuery(
    read('GET /lostDiscounts/:classId/:cartId', {
      params: { classId: campClass._id, cartId: person.cartId },
    }),
  );
  if (lost.data) return <CancelForm {...props} lost={lost.data} />;
  if (lost.isError)
    return (
      <div className="mt-4">
        <FormProblem>{readApiError(lost.error).message}</FormProblem>
        <button type="button" className="btn btn-ghost mt-4" onClick={props.onCancel}>
          Close
        </button>
      </div>
    );
  return <div role="status" aria-label="Loading the refund" className="skeleton mt-4 h-44" />;
}

type Lost = Output<Contract['GET /lostDiscounts/:classId/:cartId']>;

function CancelForm({
  person,
  campClass,
  lost,
  onBusy,
  onDone,
  onCancel,
}: SeatProps & { lost: Lost }) {
  const { cartId, email, left, payment, parts, coPay, extrasMoney } = person;
  const owed = sumAmounts(person.owed);
  const [asCredit, setAsCredit] = useState(false);
  if (!payment) return <p className="mt-4">The ledger does not have a payment for this seat.</p>;
  const { _id: paymentId, currency } = payment;
  const name = person.name.trim() || email;
  const sum = (cents: number) => nameCharge(cents / 100, currency);
  const {
    refund: byPolicy,
    percent,
    until,
    quotes,
  } = quoteParts({
    // Unpaid extras just end.
    parts: keepFromLast(parts, extrasMoney?.kept ?? 0),
    owed: owed - (extrasMoney?.owed ?? 0),
    campStart: campClass.camp_start,
    today: readToday(),
  });
  const refund = Math.max(0, byPolicy - sumAmounts(lost));
  const sentences = [
    `${sum(left)} was paid and not given back yet${owed > 0 ? `, and ${sum(owed)} is still owed` : ''}.`,
    coPay && `${coPay.name} pays ${sum(coPay.amount)} of the price.`,
    extrasMoney &&
      extrasMoney.kept > 0 &&
      `${sum(extrasMoney.kept)} of it is for extras that can’t be refunded.`,
    until
      ? `Under the refund policy, the refund is ${sum(byPolicy)} until ${formatDay(until)}${quotes.length > 1 ? '' : ` (${percent}%)`}.`
      : 'Under the refund policy, there is no refund anymore.',
    'You can choose another amount.',
  ];

  function summarize(amount: number): string[] {
    return [
      `${name} is no longer enrolled in ${campClass.name}.`,
      'The seat opens up for others right away. People on the waiting list get the first offer.',
      amount > 0
        ? asCredit
          ? `${sum(amount)} becomes the family’s credit. The school keeps ${sum(left - amount)}.`
          : `${sum(amount)} will be refunded to ${namePayer(email)}${coPay ? ` and ${coPay.name}, to each by what they have paid` : ', the way it was paid'}. The school keeps ${sum(left - amount)}.`
        : left > 0
          ? `No refund. The school keeps ${sum(left)}.`
          : 'The seat was free, so there is nothing to refund.',
      ...(owed > 0 ? [`The family no longer owes ${sum(owed)}.`] : []),
      `${sayHowFamilyHears(email)}. This can’t be undone.`,
    ];
  }

  return (
    <MoneyForm
      most={left}
      suggested={refund}
      least={0}
      currency={currency}
      summarize={summarize}
      confirm="Yes, cancel the seat"
      isDangerous
      toBody={(amount) => ({
        paymentId,
        cartId,
        ...(asCredit && amount > 0 && { asCredit }),
      })}
      onBusy={onBusy}
      onDone={(amount) =>
        onDone(
          amount > 0
            ? `Seat canceled, ${sum(amount)} ${asCredit ? 'is credit now' : 'will be refunded'}`
            : 'Seat canceled',
        )
      }
      onCancel={onCancel}
    >
      {left > 0 ? (
        <>
          <p>{sentences.filter(Boolean).join(' ')}</p>
          {lost.length > 0 && (
            <>
              <p>
                {sum(sumAmounts(lost))} comes off that, because other seats got a discount only
                because of this one:
              </p>
              <ul className="list-disc space-y-1 pl-5">
                {lost.map(({ label, amount, className, student_name }) => (
                  <li key={`${label} ${className} ${student_name}`}>
                    “{label}” of {student_name}’s seat in {className}: {sum(amount)}
                  </li>
                ))}
              </ul>
              <p>If the family wants to cancel those seats, too, cancel them first.</p>
            </>
          )}
          <Check checked={asCredit} onChange={(event) => setAsCredit(event.target.checked)}>
            Keep it as credit: the family asked for that
          </Check>
        </>
      ) : (
        <p>There is no money to give back for this seat.</p>
      )}
    </MoneyForm>
  );
}
