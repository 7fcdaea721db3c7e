import type { CartItem } from '@speakifyr/contract/cart.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatCamp } from '../../../lib/say-days.ts';
import { formatDollars } from '../../../lib/format.ts';
import { linkToPayment } from '../../../lib/paths.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { TaxLines } from '../../../ui/tax-lines.tsx';
import { PriceLines } from '../../../ui/price-lines.tsx';
import { RemotePicture } from '../../../ui/remote-picture.tsx';
import { describeShare } from './describe-share.ts';
import {
  describeHeldSeat,
  describeLapse,
  isJoined,
  isProcessing,
  nameSeat,
} from '../../../lib/cart-seats.ts';
import { useRemoveCourse } from './cart.queries.ts';
import { HoldTime } from './hold-time.tsx';
import { JoinAgainButton } from './join-again-button.tsx';

type Props = { course: CartItem; number: number };

type SelectedProps = Props & {
  /** Whether the name of the person is above the row. */
  isPersonKnown: boolean;
  /** What a person should know, such as an overlap. */
  warning: string | undefined;
  /** The check mark, if several courses can be paid for at once. */
  choice: Choice | undefined;
  /** Called after the person has closed the success dialog. */
  onRemoved: () => void;
};

type Choice = { isChosen: boolean; onToggle: () => void };

/** A selected course with Pay and Remove, or with what its payment is waiting for. R8 */
export function SelectedCourseRow(props: SelectedProps) {
  return isProcessing(props.course) ? <ProcessingRow {...props} /> : <HeldRow {...props} />;
}

/** A course whose payer has done all they can: nothing to pay, to remove or to hurry for. */
function ProcessingRow(props: SelectedProps) {
  return (
    <Row
      {...props}
      hold={
        <>
          Your bank is still working on this payment. You don’t need to pay again: we’ll email you
          once it’s approved.
        </>
      }
      payment={null}
      removal={null}
    />
  );
}

function HeldRow(props: SelectedProps) {
  const { course, number, isPersonKnown, warning, choice, onRemoved } = props;
  const { _id: cartId, classId } = course;
  const name = nameSeat(course);
  const removal = useRemoveCourse(course.email);

  return (
    <Row
      course={course}
      number={number}
      isPersonKnown={isPersonKnown}
      warning={warning}
      choice={choice}
      hold={
        <>
          <span className="text-base-content/80 block pt-1 text-sm md:hidden" aria-hidden="true">
            Seat held until
          </span>
          <HoldTime heldUntil={course.heldUntil} />
        </>
      }
      payment={
        <Link
          to={linkToPayment(cartId)}
          state={{ cartId }}
          className={`btn ${choice ? 'btn-outline' : ''} btn-primary w-full md:w-auto md:px-6`}
        >
          {LABELS.pay} <span className="sr-only">for {name}</span>
        </Link>
      }
      removal={
        <ActionButton
          className="btn-ghost text-error w-full md:w-auto md:-ml-4"
          question={{
            titleText: 'Remove this course?',
            text: describeRemoval(course),
            confirm: 'Yes, remove it',
          }}
          act={() => removal.mutateAsync({ cartId, classId })}
          success="Deleted!"
          // Spec, section 9.
          failureTitle="Something Went wrong"
          failure="Try again"
          onDone={onRemoved}
        >
          <Trash2 className="size-4" aria-hidden="true" />
          {LABELS.remove} <span className="sr-only">{name}</span>
        </ActionButton>
      }
    />
  );
}

/** The question before a course is removed: what happens to the seat. */
function describeRemoval(course: CartItem): string {
  const { movesFrom, addsDays, offer } = course;
  if (addsDays) return 'These days are not added, and the seat stays as it is.';
  if (movesFrom) return `The move ends, and the seat in ${movesFrom} stays as it is.`;
  if (offer)
    return `You give up the offered seat in ${nameSeat(course)}. The next person on the waiting list gets it.`;
  return `${nameSeat(course)} will be removed from your selected courses, and its seat becomes free for others.`;
}

/** A course whose hold ended while the list was open. */
export function LapsedCourseRow({ course, number }: Props) {
  return (
    <Row
      course={course}
      number={number}
      hold={
        <span role="status">
          Time ran out
          <span className="text-base-content/75 block text-sm">{describeLapse(course)}</span>
        </span>
      }
      // Joining again would take another seat at the full price, or one that is for the next person on the list.
      payment={isJoined(course) && <JoinAgainButton course={course} />}
      removal={null}
    />
  );
}

type RowProps = Props &
  Partial<Omit<SelectedProps, 'onRemoved'>> & {
    hold: ReactNode;
    payment: ReactNode;
    removal: ReactNode;
  };

// Explicit roles: on a phone the rows look like cards, and CSS takes the table roles away from screen readers.
function Row(props: RowProps) {
  const { course, number, isPersonKnown, warning, choice, hold, payment, removal } = props;
  const { childId, student_name } = course;
  const reason = describeHeldSeat(course) ?? describeShare(course, formatDollars);
  return (
    <tr
      role="row"
      className="border-base-300 grid grid-cols-6 gap-x-4 gap-y-1 border-b p-4 last:border-b-0 md:table-row md:p-0"
    >
      {choice ? (
        <td role="cell" className="col-span-6 border-0 p-0 pb-2 md:px-4 md:py-3">
          <label className="flex min-h-8 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              className="accent-primary size-5 shrink-0"
              checked={choice.isChosen}
              onChange={choice.onToggle}
            />
            <span className="md:sr-only">
              Include <span className="sr-only">{nameSeat(course)}</span> in the payment
            </span>
          </label>
        </td>
      ) : (
        <td role="cell" className="hidden tabular-nums md:table-cell">
          {number}
        </td>
      )}
      <td role="cell" className="col-span-2 row-span-3 border-0 p-0 md:px-4 md:py-3">
        <RemotePicture
          src={course.image}
          alt=""
          width={160}
          height={120}
          className="rounded-field bg-base-300 aspect-[4/3] w-full object-cover md:w-28"
        />
      </td>
      <td role="cell" className="col-span-4 border-0 p-0 md:px-4 md:py-3">
        <span className="block font-semibold [overflow-wrap:anywhere]">{course.name}</span>
        {!isPersonKnown && (
          <span className="block [overflow-wrap:anywhere]">{`For ${childId ? student_name : 'you'}`}</span>
        )}
        <span className="text-base-content/80 block text-sm tabular-nums">
          {formatCamp(course)}
        </span>
        {reason && <span className="mt-1 block text-sm font-medium">{reason}</span>}
        {warning && <span className="mt-1 block text-sm font-medium">{warning}</span>}
      </td>
      <td role="cell" className="col-span-4 border-0 p-0 tabular-nums md:px-4 md:py-3">
        <span className="font-semibold">{formatDollars(course.price)}</span>
        <TaxLines taxes={course.taxes} className="text-base-content/80 text-sm" />
        <PriceLines lines={course.lines} format={formatDollars} />
      </td>
      <td role="cell" className="col-span-4 border-0 p-0 md:px-4 md:py-3">
        {hold}
      </td>
      <td role="cell" className="col-span-3 border-0 p-0 pt-3 md:px-4 md:py-3">
        {payment}
      </td>
      <td role="cell" className="col-span-3 border-0 p-0 pt-3 md:px-4 md:py-3">
        {removal}
      </td>
    </tr>
  );
}
