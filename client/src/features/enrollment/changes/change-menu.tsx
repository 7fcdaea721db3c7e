import type { CancellationPreview } from '@speakifyr/contract/cancellation.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import {
  findLastDay,
  isInFirstPeriod,
  type RefundTerms,
} from '@speakifyr/contract/refund-terms.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { ArrowLeftRight, CalendarDays, type LucideIcon, Undo2, UsersRound } from 'lucide-react';
import { Link } from 'react-router-dom';
import { ResaleTick } from './resale-tick.tsx';
import { readApiError } from '../../../lib/api.ts';
import { formatCharge, formatDay, formatDays, readToday } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { ModalDialog } from '../../../ui/modal-dialog.tsx';

type Choice = 'class' | 'child' | 'cancel' | 'days';

type Props = {
  course: EnrolledClass;
  /** What is refunded today. */
  quote: UseQueryResult<CancellationPreview>;
  canChangeDays: boolean;
  canChangeChild: boolean;
  onChoose: (choice: Choice) => void;
  onClose: () => void;
};

/** What a parent can do with a seat, and why something is not possible anymore. */
export function ChangeMenu(props: Props) {
  const { course, quote, canChangeDays, canChangeChild, onChoose, onClose } = props;
  const { cartId, childId, student_name, classData, camp_start, camp_end } = course;
  const isMoving = quote.isError && readApiError(quote.error).code === 'seat_moving';
  return (
    <ModalDialog title="Change or cancel" onClose={onClose}>
      <p className="text-base-content/80 mt-1 [overflow-wrap:anywhere]">{`${classData.name} for ${childId ? student_name : 'you'}, ${formatDays(camp_start, camp_end)}`}</p>
      {quote.isPending && (
        <div role="status" aria-label="Loading your choices" className="skeleton mt-4 h-44" />
      )}
      {canChangeDays && !quote.isPending && !isMoving && (
        <ul className="mt-4">
          <Option
            icon={CalendarDays}
            title="Change the days"
            text="Other days, more or fewer. You pay the difference, or get back what the refund policy says."
            onPress={() => onChoose('days')}
          />
        </ul>
      )}
      {quote.data && (
        <ul className={`${canChangeDays ? 'mt-2' : 'mt-4'} space-y-2`}>
          {mayMove(quote.data, camp_start) ? (
            <>
              <Option
                icon={ArrowLeftRight}
                title="Move to another class"
                text={describeMoves(quote.data)}
                onPress={() => onChoose('class')}
              />
              {canChangeChild && (
                <Option
                  icon={UsersRound}
                  title={childId ? 'Give the seat to another child' : 'Give the seat to a child'}
                  text="In the same class, at no cost."
                  onPress={() => onChoose('child')}
                />
              )}
            </>
          ) : (
            <li className="text-base-content/80 py-1">{describeTooLate(quote.data, camp_start)}</li>
          )}
          <Option
            icon={Undo2}
            title="Cancel the seat"
            text={describeRefund(quote.data)}
            onPress={() => onChoose('cancel')}
          />
        </ul>
      )}
      {quote.data?.refund === 0 && quote.data.isForResale !== null && (
        <ResaleTick cartId={cartId} isForResale={quote.data.isForResale} />
      )}
      {quote.isError && <Refusal error={quote.error} />}
      <button type="button" className="btn btn-ghost mt-4 w-full sm:w-auto" onClick={onClose}>
        Close
      </button>
    </ModalDialog>
  );
}

type OptionProps = { icon: LucideIcon; title: string; text: string; onPress: () => void };

function Option({ icon: Icon, title, text, onPress }: OptionProps) {
  return (
    <li>
      <button
        type="button"
        className="rounded-field border-base-content/25 hover:border-primary hover:bg-primary/10 flex w-full items-center gap-4 border px-4 py-3 text-left"
        onClick={onPress}
      >
        <Icon className="text-primary size-6 shrink-0" aria-hidden="true" />
        <span className="min-w-0">
          <strong className="block">{title}</strong>{' '}
          <span className="text-base-content/80 block text-sm">{text}</span>
        </span>
      </button>
    </li>
  );
}

function describeRefund({ refund, paid, currency }: CancellationPreview): string {
  if (paid === 0) return 'It was free.';
  if (refund === 0) return 'No refund.';
  const amount = formatCharge(refund / 100, currency);
  return refund === paid
    ? `You get everything back: ${amount}.`
    : `You get ${amount} of ${formatCharge(paid / 100, currency)} back.`;
}

/** The refund policies of all payments for the seat. */
function listPolicies({ terms, parts }: CancellationPreview): RefundTerms[] {
  return [terms, ...parts.map((part) => part.terms)];
}

/** Parents move a seat while the first period of each of its refund policies runs. */
function mayMove(quote: CancellationPreview, campStart: string): boolean {
  const today = readToday();
  return listPolicies(quote).every((terms) => isInFirstPeriod(terms, campStart, today));
}

function describeMoves({ paid, refund }: CancellationPreview): string {
  return refund === paid
    ? 'You pay the difference, or get it back.'
    : 'You pay the difference, or get back what the refund policy says.';
}

/** Why a parent can't move the seat anymore. */
function describeTooLate(quote: CancellationPreview, campStart: string): string {
  const school = 'To move the seat, please contact the school.';
  const firsts = listPolicies(quote).map(({ steps: [first] }) => first?.daysBefore);
  if (firsts.includes(undefined)) return school;
  const daysBefore = Math.max(...firsts.map((days) => days ?? 0));
  return `Seats could be moved here until ${formatDay(findLastDay(daysBefore, campStart))}. ${school}`;
}

function Refusal({ error }: { error: unknown }) {
  const { code, message } = readApiError(error);
  return (
    <div className="mt-4">
      <FormProblem>{message}</FormProblem>
      {code === 'seat_moving' && (
        <Link to={paths.myClasses} className="btn btn-primary mt-4 w-full sm:w-auto">
          Go to Selected Course
        </Link>
      )}
    </div>
  );
}
