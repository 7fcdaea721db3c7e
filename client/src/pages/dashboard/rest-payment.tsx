import type { CartItem } from '@speakifyr/contract/cart.ts';
import type { User } from '@speakifyr/contract/identity.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { refreshSeats } from '../../features/enrollment/cart/cart.queries.ts';
import { Checkout } from '../../features/enrollment/payment/checkout.tsx';
import { myEnrolledClassOptions } from '../../features/enrollment/seats/enrollment.queries.ts';
import { formatDay, nameCharge } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadProblem } from '../../ui/error-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { PaymentLayout } from './payment-layout.tsx';

type Props = { cartId: string; isAll: boolean; user: User };

/** Pays what is owed for a seat: what is due next, or all of it. R354 */
export function RestPayment({ cartId, isAll, user }: Props) {
  const enrolled = useQuery(myEnrolledClassOptions(user.email));
  if (enrolled.isPending) return <Spinner />;
  if (enrolled.isError) return <LoadProblem what="What you owe" query={enrolled} />;
  const seat = enrolled.data.find((one) => one.cartId === cartId);
  return <Rest key={cartId} seat={seat} isAll={isAll} user={user} />;
}

function Rest({
  seat: now,
  isAll,
  user,
}: Omit<Props, 'cartId'> & { seat?: EnrolledClass | undefined }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  // As it was when the page opened: during the payment, the webhook may be faster than this page.
  const [seat] = useState(now);
  const parts = seat && (isAll ? seat.owed : seat.owed.slice(0, 1));
  if (!seat || !parts || parts.length === 0)
    return (
      <EmptyState
        title="Nothing is owed"
        text="It was paid, or the seat has ended."
        link={{ to: paths.enroll, label: 'Enrolled Course' }}
      />
    );
  const refresh = () => void refreshSeats(queryClient);
  const amount = sumAmounts(parts);
  const course = toCourse(seat, amount, user);
  return (
    <PaymentLayout summary={<RestSummary seat={seat} amount={amount} />}>
      <Checkout
        courses={[course]}
        held={[course]}
        student={user}
        isRest
        refundRule="The refund policy of the day on which the seat was booked holds for the whole price."
        done="Thank you, we have your payment"
        onSeatChange={refresh}
        onPaid={refresh}
        onEnrolled={() => void navigate(paths.enroll, { state: { emailed: 'receipt' } })}
        rejoin={null}
      />
    </PaymentLayout>
  );
}

/** The seat as the payment form knows what is paid for. Nothing is held, so no time ends. */
function toCourse(seat: EnrolledClass, amount: number, { email }: User): CartItem {
  const { cartId, classId, classData, childId, student_name, camp_start, camp_end } = seat;
  return {
    _id: cartId,
    classId,
    childId,
    student_name,
    camp_start,
    camp_end,
    email,
    name: classData.name,
    image: classData.image,
    price: amount / 100,
    state: 'held',
    movesFrom: null,
    otherPays: null,
    offer: null,
    heldUntil: '',
  };
}

function RestSummary({ seat, amount }: { seat: EnrolledClass; amount: number }) {
  const { classData, childId, student_name, owed, currency } = seat;
  const say = (cents: number) => nameCharge(cents / 100, currency);
  const later = sumAmounts(owed) - amount;
  return (
    <section aria-labelledby="order-heading" className="card bg-base-100 p-5 shadow-card sm:p-6">
      <h2 id="order-heading" className="text-xl font-bold">
        What you owe
      </h2>
      <p className="mt-2 [overflow-wrap:anywhere]">{`${classData.name} for ${childId ? student_name : 'you'}`}</p>
      <dl className="mt-4 space-y-2">
        {owed.map((part) => (
          <div key={part.due} className="flex justify-between gap-6">
            <dt>Due {formatDay(part.due)}</dt>
            <dd className="tabular-nums">{say(part.amount)}</dd>
          </div>
        ))}
        <div className="border-base-content/15 flex justify-between gap-6 border-t pt-4 text-xl font-bold">
          <dt>To pay now</dt>
          <dd className="tabular-nums">{say(amount)}</dd>
        </div>
        {later > 0 && (
          <div className="flex justify-between gap-6">
            <dt>Still owed after that</dt>
            <dd className="tabular-nums">{say(later)}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
