import { listClassDays } from '@speakifyr/contract/class-days.ts';
import type { CampClass } from '@speakifyr/contract/classes.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { readApiError } from '../../../lib/api.ts';
import { showSuccess } from '../../../lib/dialogs.ts';
import { formatCharge } from '../../../lib/format.ts';
import { linkToPayment } from '../../../lib/paths.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ChooseDays } from '../../../ui/choose-days.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { ModalDialog } from '../../../ui/modal-dialog.tsx';
import { chooseClass, findDaysProblem, firstDays } from '../join/chosen-class.ts';
import { describeDifference } from './describe-difference.ts';
import { findSameDays, listDaysOfSeat } from './days-of-seat.ts';
import { MoveLosses } from './move-losses.tsx';
import { type MoveQuote, moveQuotesOptions } from './moves.queries.ts';

type Props = {
  course: EnrolledClass;
  /** The seat's own class, or another one to which it moves. It is sold by day. */
  campClass: CampClass;
  /** @returns a warning for these days: the seat may get them anyway */
  judge: (campClass: CampClass) => string | undefined;
  onBack: () => void;
  /** The seat has its new days, or those that are added are held. */
  onMoved: () => void;
};

/** Asks which days a seat is to have, says what that costs or gives back, and changes them. R648 */
export function DaysDialog({ course, campClass, judge, onBack, onMoved }: Props) {
  const { cartId, childId, student_name, currency } = course;
  const isOwn = campClass._id === course.classId;
  const own = isOwn ? listClassDays(course) : [];
  const [days, setDays] = useState(() => (isOwn ? own : firstDays(campClass)));
  const navigate = useNavigate();
  const move = useChange('POST /moves');
  const wanted = chooseClass(campClass, days);
  const problem = findSameDays(own, days) ?? findDaysProblem(campClass, days);
  const quotes = useQuery({
    ...moveQuotesOptions(cartId, { days }),
    enabled: !problem && days.length > 0,
  });
  const quote = problem ? undefined : quotes.data?.find(({ classId }) => classId === campClass._id);
  const who = childId ? `${student_name}’s` : 'your';

  function start() {
    if (move.isPending || !quote) return;
    move.mutate(
      {
        body: {
          cartId,
          ...(!isOwn && { classId: campClass._id }),
          days,
          price: wanted.price,
          ...(quote.pay === 0 && { refund: quote.refund }),
        },
      },
      {
        onSuccess: (end) => {
          onMoved();
          if (end.state === 'pay')
            void navigate(linkToPayment(end.cartId), { state: { cartId: end.cartId } });
          else void showSuccess(isOwn ? 'The days are changed' : `Moved to ${campClass.name}`);
        },
      },
    );
  }

  const warning = quote && judge(wanted);
  return (
    <ModalDialog
      title={isOwn ? `Change ${who} days` : `Which days for ${childId ? student_name : 'you'}?`}
      isBusy={move.isPending}
      onClose={onBack}
    >
      <p className="text-base-content/80 mt-1 [overflow-wrap:anywhere]">{campClass.name}</p>
      <ChooseDays
        legend="Which days"
        days={listDaysOfSeat(campClass, own)}
        chosen={days}
        problem={problem}
        isBusy={move.isPending}
        onChange={setDays}
      />
      <p role="status" className="mt-4 min-h-7 text-lg font-bold">
        {quote ? describeDifference(quote, currency) : quotes.isFetching && 'Checking the price…'}
      </p>
      {quote && (
        <>
          {quote.stays.length > 0 && (
            <p className="mt-1">
              {`${isOwn ? 'Stays' : 'Moves along'}: ${quote.stays.map(({ label, amount }) => `${label} (${formatCharge(amount / 100, currency)} then)`).join('; ')}.`}
            </p>
          )}
          <MoveLosses quote={quote} currency={currency} isOwn={isOwn} />
          <p className="mt-1">{describeChange(quote, isOwn)}</p>
        </>
      )}
      {warning && <p className="mt-2 font-medium">{warning}</p>}
      <FormProblem>{quotes.error && readApiError(quotes.error).message}</FormProblem>
      <FormProblem>{move.error && readApiError(move.error).message}</FormProblem>
      <DialogButtons
        className="mt-5"
        label={nameAct(quote, isOwn, currency)}
        back="Back"
        isBusy={move.isPending}
        isDisabled={!quote}
        onConfirm={start}
        onBack={onBack}
      />
    </ModalDialog>
  );
}

function nameAct(quote: MoveQuote | undefined, isOwn: boolean, currency: string): string {
  if (quote && quote.pay > 0)
    return `Hold the days and pay ${formatCharge(quote.pay / 100, currency)}`;
  return isOwn ? 'Change the days' : 'Move the seat';
}

/** What happens to the seat and the money. */
function describeChange({ pay, refund }: MoveQuote, isOwn: boolean): string {
  if (pay > 0)
    return 'We hold the new days while you pay. Until then, the seat stays as it is: if you don’t pay, nothing changes.';
  const code = isOwn
    ? 'The entry code stays the same.'
    : 'The entry code changes, and we email you the new one.';
  if (refund === 0) return code;
  return `We refund it the way you paid; on a card, usually within 5–10 days. ${code}`;
}
