import type { CartItem } from '@speakifyr/contract/cart.ts';
import type { ErrorBody } from '@speakifyr/contract/errors.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { BadgeCheck, Clock, RotateCcw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatCharge, nameCharge } from '../../../lib/format.ts';
import { describeLapse, isJoined } from '../../../lib/cart-seats.ts';
import { paths } from '../../../lib/paths.ts';
import { PaymentNotice } from './payment-notice.tsx';
import type { PaymentEnd } from './use-payment.ts';

/** The final state of a payment, in place of the card form. */
export type FinalEnd = Exclude<PaymentEnd, { state: 'refused' | 'ended' }>;
type Paid = Extract<PaymentEnd, { state: 'unrecorded' }>['paid'];

const enrolledLink = (awaiting?: string) => (
  <Link to={paths.enroll} state={{ awaiting }} className="btn btn-primary">
    Go to Enrolled Course
  </Link>
);

/** Says what happened to the money, once it has moved or is about to. */
export function PaymentEndNotice(props: {
  end: FinalEnd;
  courseName: string;
  price: number;
  isBusy: boolean;
  onRecordAgain: (paid: Paid) => void;
}) {
  const { end, courseName, price, isBusy, onRecordAgain } = props;
  switch (end.state) {
    case 'enrolled':
      return (
        <PaymentNotice
          icon={BadgeCheck}
          tone="success"
          title="You are enrolled"
          actions={enrolledLink()}
        >
          <p>Your entry code and room for {courseName} are under Enrolled Course.</p>
        </PaymentNotice>
      );
    case 'unrecorded':
      return (
        <PaymentNotice
          icon={Clock}
          tone="warning"
          title="Your payment went through"
          actions={
            <>
              {enrolledLink(end.paid.transactionId)}
              <button
                type="button"
                className="btn btn-outline"
                disabled={isBusy}
                aria-busy={isBusy}
                onClick={() => onRecordAgain(end.paid)}
              >
                <RotateCcw className="size-4" aria-hidden="true" />
                {isBusy ? 'Trying again…' : 'Try again now'}
              </button>
            </>
          }
        >
          <p>
            We have your {nameCharge(price)} for {courseName}, but could not show your enrollment
            just now.
          </p>
          <p>
            There is nothing more to pay: the enrollment follows by itself, usually within a minute.
          </p>
        </PaymentNotice>
      );
    case 'processing':
      return (
        <PaymentNotice
          icon={Clock}
          tone="info"
          title="Your bank is working on it"
          actions={enrolledLink()}
        >
          <p>
            Please do not pay again. When your bank approves the payment, you are enrolled in{' '}
            {courseName}, whether this page is open or not, and you get an email.
          </p>
        </PaymentNotice>
      );
    case 'hidden':
      return (
        <PaymentNotice
          icon={BadgeCheck}
          tone="success"
          title="Your payment went through"
          actions={enrolledLink()}
        >
          <p>{end.message}</p>
        </PaymentNotice>
      );
    case 'refunded':
      return (
        <PaymentNotice
          icon={RotateCcw}
          tone="warning"
          title="Your payment was returned"
          actions={
            <Link to={paths.classes} className="btn btn-primary">
              Find another class
            </Link>
          }
        >
          <p>{end.message}</p>
          <p>You get an email about it.</p>
        </PaymentNotice>
      );
  }
}

/** The price has changed since the person saw it: nothing is charged before they agree to the new one. */
export function PriceChangedNotice(props: {
  /** Of how many classes it is the sum. */
  count: number;
  shown: number;
  now: number;
  onAgree: () => void;
}) {
  const { count, shown, now, onAgree } = props;
  return (
    <PaymentNotice
      icon={TriangleAlert}
      tone="warning"
      title="The price has changed"
      actions={
        <>
          <button type="button" className="btn btn-primary" onClick={onAgree}>
            Continue with {formatCharge(now)}
          </button>
          <Link to={paths.myClasses} className="btn btn-ghost">
            Back to Selected Course
          </Link>
        </>
      }
    >
      <p>
        {count === 1
          ? `This class cost ${nameCharge(shown)} when you selected it, and costs ${nameCharge(now)} now.`
          : `These ${count} classes cost ${nameCharge(shown)} when you selected them, and cost ${nameCharge(now)} now.`}{' '}
        Nothing has been charged.
      </p>
    </PaymentNotice>
  );
}

/** The server refuses a payment for these seats: the reason, and what to do next. */
export function PaymentRefusalNotice(props: {
  refusal: ErrorBody;
  courses: CartItem[];
  rejoin: ReactNode;
  onRetry: () => void;
}) {
  const { refusal, courses, rejoin, onRetry } = props;
  const isOne = courses.length === 1;
  const back = (
    <Link to={paths.myClasses} className="btn btn-ghost">
      Back to Selected Course
    </Link>
  );
  switch (refusal.code) {
    case 'seat_not_held':
      return (
        <PaymentNotice
          icon={Clock}
          tone="warning"
          title={isOne ? 'The time for this seat ran out' : 'The time for these seats ran out'}
          actions={
            <>
              {rejoin}
              {back}
            </>
          }
        >
          <p>{describeEndedHold(courses)}</p>
          <p>You are not charged: a payment that came too late goes back to your card.</p>
        </PaymentNotice>
      );
    case 'already_joined':
      return (
        <PaymentNotice
          icon={BadgeCheck}
          tone="success"
          title={isOne ? 'This class is paid for' : 'These classes are paid for'}
          actions={enrolledLink()}
        >
          <p>{refusal.message}</p>
        </PaymentNotice>
      );
    case 'class_started':
      return (
        <PaymentNotice
          icon={Clock}
          tone="warning"
          title={isOne ? 'This class has started' : 'One of these classes has started'}
          actions={
            <>
              <Link to={paths.classes} className="btn btn-primary">
                Find another class
              </Link>
              {back}
            </>
          }
        >
          <p>{refusal.message} Nothing has been charged.</p>
        </PaymentNotice>
      );
    case 'nothing_to_pay':
      return (
        <PaymentNotice icon={BadgeCheck} tone="info" title="Nothing to pay" actions={back}>
          <p>{refusal.message}</p>
        </PaymentNotice>
      );
    default:
      return (
        <PaymentNotice
          icon={TriangleAlert}
          tone="warning"
          title="The payment could not be started"
          actions={
            <>
              <button type="button" className="btn btn-primary" onClick={onRetry}>
                {LABELS.retry}
              </button>
              {back}
            </>
          }
        >
          <p>{refusal.message} Nothing has been charged.</p>
        </PaymentNotice>
      );
  }
}

function describeEndedHold(courses: CartItem[]): string {
  const [course] = courses;
  if (!course || courses.length > 1)
    return 'If the classes still have seats, you can take them again.';
  if (!isJoined(course)) return `${describeLapse(course)}.`;
  return 'If the class still has a seat, you can take it again.';
}
