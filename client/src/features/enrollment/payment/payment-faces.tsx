import type { CartItem } from '@speakifyr/contract/cart.ts';
import type { ErrorBody } from '@speakifyr/contract/errors.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { BadgeCheck, Clock, RotateCcw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatCharge, nameCharge } from '../../../lib/format.ts';
import { describeLapse, isJoined } from '../../../lib/cart-seats.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { type NoticeProps, PaymentNotice } from './payment-notice.tsx';
import type { FinalEnd } from './use-payment.ts';

type Paid = Extract<FinalEnd, { state: 'unrecorded' }>['paid'];

const enrolledLink = (awaiting?: string) => (
  <Link to={paths.enroll} state={{ awaiting }} className="btn btn-primary">
    Go to Enrolled Course
  </Link>
);
const otherClassLink = (
  <Link to={paths.classes} className="btn btn-primary">
    Find another class
  </Link>
);
const cartLink = (
  <Link to={paths.myClasses} className="btn btn-ghost">
    Back to Selected Course
  </Link>
);

type EndProps = {
  end: FinalEnd;
  courseName: string;
  price: number;
  isBusy: boolean;
  onRecordAgain: (paid: Paid) => void;
};

/** Says what happened to the money, once it has moved or is about to. */
export function PaymentEndNotice(props: EndProps) {
  return <PaymentNotice {...describeEnd(props)} />;
}

function describeEnd({ end, courseName, price, isBusy, onRecordAgain }: EndProps): NoticeProps {
  switch (end.state) {
    case 'enrolled':
      return {
        ...SUCCESS,
        title: 'You are enrolled',
        texts: [`Your entry code and room for ${courseName} are under Enrolled Course.`],
        actions: enrolledLink(),
      };
    case 'unrecorded':
      return {
        icon: Clock,
        tone: 'warning',
        title: 'Your payment went through',
        texts: [
          `We have your ${nameCharge(price)} for ${courseName}, but could not show your enrollment just now.`,
          'There is nothing more to pay: the enrollment follows by itself, usually within a minute.',
        ],
        actions: (
          <>
            {enrolledLink(end.paid.transactionId)}
            <Button className="btn-outline" isBusy={isBusy} onClick={() => onRecordAgain(end.paid)}>
              <RotateCcw className="size-4" aria-hidden="true" />
              <span>{isBusy ? 'Trying again…' : 'Try again now'}</span>
            </Button>
          </>
        ),
      };
    case 'processing':
      return {
        icon: Clock,
        tone: 'info',
        title: 'Your bank is working on it',
        texts: [
          `Please do not pay again. When your bank approves the payment, you are enrolled in ${courseName}, whether this page is open or not, and you get an email.`,
        ],
        actions: enrolledLink(),
      };
    case 'hidden':
      return {
        ...SUCCESS,
        title: 'Your payment went through',
        texts: [end.message],
        actions: enrolledLink(),
      };
    case 'refunded':
      return {
        icon: RotateCcw,
        tone: 'warning',
        title: 'Your payment was returned',
        texts: [end.message, 'You get an email about it.'],
        actions: otherClassLink,
      };
  }
}

const SUCCESS = { icon: BadgeCheck, tone: 'success' } as const;

type PriceProps = {
  /** How many seats the sum is for. */
  count: number;
  shown: number;
  now: number;
  onAgree: () => void;
};

/** The price has changed since the person saw it: nothing is charged before they agree to the new one. */
export function PriceChangedNotice({ count, shown, now, onAgree }: PriceProps) {
  const change =
    count === 1
      ? `This class cost ${nameCharge(shown)} when you selected it, and costs ${nameCharge(now)} now.`
      : `These ${count} seats cost ${nameCharge(shown)} when you selected them, and cost ${nameCharge(now)} now.`;
  return (
    <PaymentNotice
      icon={TriangleAlert}
      tone="warning"
      title="The price has changed"
      texts={[`${change} Nothing has been charged.`]}
      actions={
        <>
          <Button className="btn-primary" onClick={onAgree}>
            Continue with {formatCharge(now)}
          </Button>
          {cartLink}
        </>
      }
    />
  );
}

type RefusalProps = {
  refusal: ErrorBody;
  courses: CartItem[];
  rejoin: ReactNode;
  onRetry: () => void;
};

/** The server takes no payment for these seats: the reason, and what to do next. */
export function PaymentRefusalNotice(props: RefusalProps) {
  return <PaymentNotice {...describeRefusal(props)} />;
}

function describeRefusal({ refusal, courses, rejoin, onRetry }: RefusalProps): NoticeProps {
  const { code, message } = refusal;
  const isOne = courses.length === 1;
  const uncharged = [`${message} Nothing has been charged.`];
  const withCart = (action: ReactNode) => (
    <>
      {action}
      {cartLink}
    </>
  );
  switch (code) {
    case 'seat_not_held':
      return {
        icon: Clock,
        tone: 'warning',
        title: isOne ? 'The time for this seat ran out' : 'The time for these seats ran out',
        texts: [
          describeEndedHold(courses),
          'You are not charged: a payment that came too late is refunded to your card.',
        ],
        actions: withCart(rejoin),
      };
    case 'already_joined':
      return {
        ...SUCCESS,
        title: isOne ? 'This seat is paid for' : 'These seats are paid for',
        texts: [message],
        actions: enrolledLink(),
      };
    case 'class_started':
      return {
        icon: Clock,
        tone: 'warning',
        title: isOne ? 'This class has started' : 'One of these classes has started',
        texts: uncharged,
        actions: withCart(otherClassLink),
      };
    case 'nothing_to_pay':
      return {
        icon: BadgeCheck,
        tone: 'info',
        title: 'Nothing to pay',
        texts: [message],
        actions: cartLink,
      };
    default:
      return {
        icon: TriangleAlert,
        tone: 'warning',
        title: 'The payment could not be started',
        texts: uncharged,
        actions: withCart(
          <Button className="btn-primary" onClick={onRetry}>
            {LABELS.retry}
          </Button>,
        ),
      };
  }
}

function describeEndedHold(courses: CartItem[]): string {
  const [course] = courses;
  if (!course || courses.length > 1)
    return 'If the classes still have seats, you can take them again.';
  if (!isJoined(course)) return `${describeLapse(course)}.`;
  return 'If the class still has a seat, you can take it again.';
}
