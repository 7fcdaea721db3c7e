import type { User } from '@speakifyr/contract/identity.ts';
import { nameCard } from '@speakifyr/contract/name-card.ts';
import type { EnrolledClass, PaidItem } from '@speakifyr/contract/payments.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { useQuery } from '@tanstack/react-query';
import { Receipt as ReceiptIcon } from 'lucide-react';
import { Link } from 'react-router-dom';
import { readApiError } from '../../../lib/api.ts';
import { linkToReceipt } from '../../../lib/dashboard-links.ts';
import { formatDay, nameCharge } from '../../../lib/format.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useFocusedHeading } from '../../../ui/use-focused-heading.ts';
import { savedCardOptions } from '../installments/installments.queries.ts';
import { myEnrolledClassOptions } from '../seats/enrollment.queries.ts';
import { BoughtSeat } from './bought-seat.tsx';
import { paidSeatsOptions } from './payment.queries.ts';

const PLACES = ['No', 'First', 'Second', 'Third', 'Fourth', 'Fifth'];

type Props = { paymentId: string; user: User };

/**
 * What a payment bought, on top of Enrolled Course, until the next visit. The server says it, even after a reload. R234
 */
export function Confirmation({ paymentId, user }: Props) {
  const paid = useQuery(paidSeatsOptions(paymentId, user.email));
  const enrolled = useQuery(myEnrolledClassOptions(user.email));
  // The seats may be newer than the list of them.
  const isLoading = paid.data?.some(
    ({ cartId, state, entry_code }) =>
      enrolled.isFetching &&
      state === 'enrolled' &&
      entry_code !== null &&
      !enrolled.data?.some((seat) => seat.cartId === cartId),
  );
  if (paid.isPending || enrolled.isPending || isLoading)
    return <div role="status" aria-label="Loading" className="card skeleton mb-8 h-96" />;
  if (paid.data)
    return (
      <Bought
        paymentId={paymentId}
        items={paid.data}
        seats={enrolled.data ?? []}
        email={user.email}
      />
    );
  const { code, message } = readApiError(paid.error);
  if (code === 'payment_refunded' || code === 'guardian_may_not' || code === 'not_found')
    return <Face title="About this payment" text={message} />;
  return (
    <ErrorState
      title={
        code === 'payment_not_finished'
          ? 'Your bank is working on it'
          : 'Your seats could not be loaded'
      }
      text={message}
      onRetry={() => void paid.refetch()}
    />
  );
}

function Face({ title, text }: { title: string; text: string }) {
  const heading = useFocusedHeading();
  return (
    <section className="card bg-base-100 shadow-card mb-8 p-5 sm:p-8">
      <h2 ref={heading} tabIndex={-1} className="text-2xl font-bold outline-none">
        {title}
      </h2>
      <p className="mt-2">{text}</p>
    </section>
  );
}

type BoughtProps = { paymentId: string; items: PaidItem[]; seats: EnrolledClass[]; email: string };

function Bought({ paymentId, items, seats, email }: BoughtProps) {
  const heading = useFocusedHeading();
  const given = items.filter(({ state }) => state === 'enrolled');
  const bought = seats.filter(({ cartId }) => given.some((item) => item.cartId === cartId));
  const paid = sumAmounts(given) / 100;
  return (
    <section
      aria-labelledby="bought"
      className="card bg-base-100 shadow-card border-success/50 mb-8 border p-5 sm:p-8"
    >
      <h2 id="bought" ref={heading} tabIndex={-1} className="text-2xl font-bold outline-none">
        {nameOutcome(items)}
      </h2>
      <ul className="divide-base-300 mt-2 grid gap-x-8 divide-y lg:grid-cols-2 lg:divide-y-0">
        {items.map((item, index) => (
          <BoughtSeat
            key={index}
            item={item}
            seat={bought.find(({ cartId }) => cartId === item.cartId)}
          />
        ))}
      </ul>
      {given.length > 0 && (
        <p className="border-base-300 mt-4 flex flex-wrap items-center justify-between gap-3 border-t pt-4">
          <span>
            You paid <strong className="tabular-nums">{nameCharge(paid)}</strong>.
          </span>
          <Link to={linkToReceipt(paymentId)} className="btn btn-outline btn-sm">
            <ReceiptIcon className="size-4" aria-hidden="true" />
            Receipt
          </Link>
        </p>
      )}
      <NextPart seats={bought} />
      {bought.length > 0 && SCHOOL.whatToBring.length > 0 && (
        <>
          <h3 className="mt-4 font-bold">What to bring</h3>
          <ul className="mt-1 list-disc pl-5">
            {SCHOOL.whatToBring.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </>
      )}
      <p className="text-base-content/80 mt-4 [overflow-wrap:anywhere]">
        We’re emailing all of this to {email}, with your receipt.
      </p>
    </section>
  );
}

function nameOutcome(items: PaidItem[]): string {
  const seats = items.filter(({ state }) => state === 'enrolled').length;
  if (seats < items.length) return `You have ${seats} of ${items.length} seats`;
  if (seats === 1) return 'You paid. The seat is yours';
  return seats === 2 ? 'You paid. Both seats are yours' : `You paid. All ${seats} seats are yours`;
}

/** How much of a price in parts is paid, and what is charged next. Nothing if all is paid. */
function NextPart({ seats }: { seats: EnrolledClass[] }) {
  const parts = seats.flatMap(({ installments }) => installments ?? []);
  const days = [...new Set(parts.map(({ due }) => due))].sort();
  const open = parts.filter(({ left }) => left > 0);
  const [next] = days.filter((day) => open.some(({ due }) => due === day));
  const card = useQuery({ ...savedCardOptions(), enabled: next !== undefined });
  if (next === undefined) return null;
  const done = days.indexOf(next);
  const amount = sumAmounts(
    open.filter(({ due }) => due === next).map(({ left }) => ({ amount: left })),
  );
  return (
    <p className="mt-3">{`${PLACES[done] ?? `Part ${done}`} of ${days.length} parts paid. Next: ${nameCharge(amount / 100)} ${card.data ? `from ${nameCard(card.data)} ` : ''}on ${formatDay(next)}.`}</p>
  );
}
