import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { useNavigate } from 'react-router-dom';
import { readApiError } from '../../../lib/api.ts';
import { showSuccess } from '../../../lib/dialogs.ts';
import { formatCharge, formatDays } from '../../../lib/format.ts';
import { linkToPayment } from '../../../lib/paths.ts';
import { useChange } from '../../../lib/use-change.ts';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { ModalDialog } from '../../../ui/modal-dialog.tsx';
import type { Target } from './class-choice.tsx';
import { describeDifference } from './describe-difference.ts';
import { MoveLosses } from './move-losses.tsx';
import { type MoveQuote } from './moves.queries.ts';

type Props = {
  course: EnrolledClass;
  target: Target;
  onBack: () => void;
  /** The seat has moved, or the new one is held. */
  onMoved: () => void;
};

/** Asks before a seat moves to another class. A more expensive class leads to paying the difference. */
export function MoveDialog({ course, target, onBack, onMoved }: Props) {
  const { cartId, childId, student_name, currency } = course;
  const { campClass, quote, warning } = target;
  const navigate = useNavigate();
  const move = useChange('POST /moves');
  const who = childId ? student_name : 'you';
  const name = (cents: number) => formatCharge(cents / 100, currency);

  function start() {
    if (move.isPending) return;
    move.mutate(
      {
        body: {
          cartId,
          classId: campClass._id,
          price: campClass.price,
          ...(quote.pay === 0 && { refund: quote.refund }),
        },
      },
      {
        onSuccess: (end) => {
          onMoved();
          if (end.state === 'moved') void showSuccess(`Moved to ${campClass.name}`);
          else void navigate(linkToPayment(end.cartId), { state: { cartId: end.cartId } });
        },
      },
    );
  }

  return (
    <ModalDialog
      title={`Move ${who} to ${campClass.name}?`}
      isBusy={move.isPending}
      onClose={onBack}
    >
      <dl className="rounded-box bg-base-200 mt-4 space-y-3 p-4">
        <Side term="From" name={course.classData.name} {...course} />
        <Side term="To" {...campClass} />
      </dl>
      <p className="mt-4 text-lg font-bold">{describeDifference(quote, currency)}</p>
      {quote.stays.length > 0 && (
        <p className="mt-1">
          Moves along:{' '}
          {quote.stays.map(({ label, amount }) => `${label} (${name(amount)} there)`).join('; ')}.
        </p>
      )}
      <MoveLosses quote={quote} currency={currency} />
      <p className="mt-1">{describeMove(quote, childId ? student_name : undefined)}</p>
      {warning && <p className="mt-2 font-medium">{warning}</p>}
      <FormProblem>{move.error && readApiError(move.error).message}</FormProblem>
      <DialogButtons
        className="mt-5"
        label={quote.pay > 0 ? `Hold the seat and pay ${name(quote.pay)}` : 'Move the seat'}
        back="Back"
        isBusy={move.isPending}
        onConfirm={start}
        onBack={onBack}
      />
    </ModalDialog>
  );
}

/** What happens to the two seats and the money. @param child the child's name, if the seat is a child's */
function describeMove({ pay, refund }: MoveQuote, child: string | undefined): string {
  if (pay > 0)
    return `We hold the new seat while you pay. ${child ? `${child} keeps` : 'You keep'} the old one until then: if you don’t pay, nothing changes.`;
  const code = 'The entry code changes, and we email you the new one.';
  if (refund === 0) return code;
  return `We refund it the way you paid; on a card, usually within 5–10 days. ${code}`;
}

type SideProps = { term: string; name: string; camp_start: string; camp_end: string };

function Side({ term, name, camp_start, camp_end }: SideProps) {
  return (
    <div className="flex gap-4">
      <dt className="text-base-content/80 w-12 shrink-0">{term}</dt>
      <dd className="min-w-0">
        <strong className="block [overflow-wrap:anywhere]">{name}</strong>
        <span className="text-sm tabular-nums">{formatDays(camp_start, camp_end)}</span>
      </dd>
    </div>
  );
}
