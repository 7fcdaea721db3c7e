import { listClassDays } from '@speakifyr/contract/class-days.ts';
import type { ClassChoice } from '@speakifyr/contract/office.ts';
import { asChosen, toChosen } from '@speakifyr/contract/sold-by-day.ts';
import { hasMailbox } from '@speakifyr/contract/stand-in-address.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { readApiError } from '../../../lib/api.ts';
import { nameCharge } from '../../../lib/format.ts';
import { read } from '../../../lib/read.ts';
import { ChooseDays } from '../../../ui/choose-days.tsx';
import { findSameDays, listDaysOfSeat } from '../changes/days-of-seat.ts';
import { canReserve, firstOfficeDays } from './office-days.tsx';
import { ChoiceCard } from '../../../ui/choice-card.tsx';
import { ChooseClass } from '../../../ui/choose-class.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { NoteField } from '../../../ui/usual-fields.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import type { SeatProps } from './money-form.tsx';
import { listMoneyChoices, type MoneyChoice } from './describe-difference.ts';
import { moveQuotesOptions } from '../changes/moves.queries.ts';
import { AllowAnyway, sayMisfit } from './class-for-somebody.tsx';
import { Summary } from './summary.tsx';
import { type MoveAbout, summarizeMove } from './summarize-move.ts';

/**
 * Moves a paid seat to another class that has a free seat: where to, what about the money, why; then what happens. R312
 */
export function MoveSeat(props: SeatProps) {
  return <MoveForm {...props} isOwn={false} />;
}

/** Gives a paid seat other days of its class, in the same way. R648 */
export function ChangeDays(props: SeatProps) {
  return <MoveForm {...props} isOwn />;
}

/** @param props.isOwn whether the seat stays in its class */
function MoveForm({
  person,
  campClass,
  isOwn,
  onBusy,
  onDone,
  onCancel,
}: SeatProps & { isOwn: boolean }) {
  const { cartId, childId, name, email, payment } = person;
  const child = childId ? { _id: childId, name } : undefined;
  const classes = useQuery(read('GET /classChoices', { query: { cartId } }));
  const quotes = useQuery(moveQuotesOptions(cartId));
  const [isAsked, setAsked] = useState(false);
  const isOwnClass = ({ _id }: ClassChoice) => _id === campClass._id;
  const isTarget = (choice: ClassChoice) =>
    isOwn ? isOwnClass(choice) : canReserve(choice) && hasQuote(choice);
  const targets = quotes.data && classes.data?.filter(isTarget);
  const form = useCallForm('POST /moves', {
    defaultValues: {
      classId: isOwn ? campClass._id : '',
      money: '',
      note: '',
      /** Of a class that is sold by day, once somebody has pressed one. */
      days: null as string[] | null,
    },
    findProblems: ({ classId, days }) => ({ days: readDays(classId, days).problem }),
    toInput: ({ classId, money, note, days: typed }) => {
      const { chosen } = choose(money);
      const { target, days, price } = readDays(classId, typed);
      return {
        body: {
          cartId,
          ...(!isOwn && { classId: target?._id ?? '' }),
          ...(price !== undefined && { price }),
          ...(days && { days }),
          note,
          ...(chosen === 'charge' && { charge: true }),
          ...(chosen === 'terms' && { byTerms: true }),
        },
      };
    },
  });
  // First: the first wrong field has the focus.
  form.register('classId');
  const [classId, money, typedDays] = useWatch({
    control: form.control,
    name: ['classId', 'money', 'days'],
  });
  const { target, own, days, problem: daysProblem } = readDays(classId, typedDays);
  const dayQuotes = useQuery({
    ...moveQuotesOptions(cartId, { days: days ?? [] }),
    enabled: days !== null && !daysProblem,
  });
  const whole = targets?.find(({ _id }) => _id === classId);
  const known = days ? (daysProblem ? [] : dayQuotes.data) : quotes.data;
  const { about, choices, chosen } = choose(money);
  const failure = classes.error ?? quotes.error ?? dayQuotes.error;

  /** Which days the seat gets in the class with this id, and what they cost; null if it is not sold by day. */
  function readDays(id: string, typed: string[] | null): WantedDays {
    const target = targets?.find(({ _id }) => _id === id);
    if (!target?.byDay) return { target, own: [], days: null, price: target?.price };
    const own = isOwn ? (person.days ?? listClassDays(target)) : [];
    const days = typed ?? (isOwn ? own : (firstOfficeDays(target) ?? []));
    const goal = asChosen(target, { days: toChosen(target, days) });
    return { target: goal, own, days, price: goal.price, problem: findProblem(own, days) };
  }

  function hasQuote({ _id }: ClassChoice) {
    return quotes.data?.some((one) => one.classId === _id) ?? false;
  }

  /** What the move means, and what can happen to the money. */
  function choose(wanted: string): ChosenMove {
    const quote = known?.find((one) => one.classId === classId);
    const goal = target && { ...target, ...(isOwn && OTHER_DAYS) };
    const about = goal && quote && { target: goal, quote, currency: payment?.currency };
    const choices = about ? listMoneyChoices(about) : [];
    const chosen = choices.find(({ value }) => value === wanted)?.value ?? choices[0]?.value;
    return { about, choices, chosen };
  }

  async function move() {
    const { state, refund } = await form.send(form.getValues());
    const back = refund > 0 && `, ${nameCharge(refund / 100, payment?.currency)} will be refunded`;
    const { name: goal = '' } = target ?? {};
    if (isOwn)
      return onDone(
        state === 'pay'
          ? 'The family is asked to pay. The days change then'
          : `The days are changed${back || ''}`,
      );
    onDone(
      state === 'pay'
        ? `The family is asked to pay. The seat moves to ${goal} then`
        : `Moved to ${goal}${back || ''}`,
    );
  }

  if (isAsked && about)
    return (
      <Summary
        sentences={summarizeMove(person, about, chosen, isOwn ? own : undefined)}
        confirm={
          chosen === 'charge'
            ? 'Ask the family to pay'
            : isOwn
              ? 'Change the days'
              : 'Move the seat'
        }
        act={move}
        onBusy={onBusy}
        onBack={() => setAsked(false)}
      />
    );
  return (
    <Form form={form} className="mt-4 grid gap-4" onSubmit={async () => setAsked(true)}>
      {!isOwn && (
        <ChooseClass
          name="classId"
          label="New class"
          classes={failure ? [] : targets}
          judge={sayMisfit}
          none={failure ? 'The classes could not be loaded.' : 'No other class has a free seat.'}
          onChange={() => form.setValue('days', null)}
        >
          {child && target && <AllowAnyway child={child} choice={target} />}
        </ChooseClass>
      )}
      {whole && days && (
        <ChooseDays
          legend="Days"
          days={listDaysOfSeat(whole, own)}
          chosen={days}
          problem={daysProblem}
          onChange={(now) => form.setValue('days', now)}
        />
      )}
      {choices.length > 0 && (
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 font-semibold">The difference in price</legend>
          {choices.map(({ value, label }) => (
            <ChoiceCard
              key={value}
              type="radio"
              name="difference"
              checked={value === chosen}
              onChange={() => form.setValue('money', value)}
            >
              {label}
            </ChoiceCard>
          ))}
        </fieldset>
      )}
      <NoteField
        label="Why?"
        hint={
          hasMailbox(email)
            ? `${email} reads this in the email about the ${isOwn ? 'change' : 'move'}. It also goes into the audit log.`
            : 'It goes into the audit log.'
        }
        {...form.register('note')}
      />
      {failure && <FormProblem>{readApiError(failure).message}</FormProblem>}
      <div className="flex flex-wrap gap-3">
        <button
          type="submit"
          className="btn btn-primary"
          disabled={!classes.data || !quotes.data || dayQuotes.isFetching}
        >
          Continue
        </button>
        <button type="button" className="btn btn-ghost" onClick={onCancel}>
          Close
        </button>
      </div>
    </Form>
  );
}

/** What the move means, and what becomes of the difference. */
type ChosenMove = {
  about: MoveAbout | undefined;
  choices: ReturnType<typeof listMoneyChoices>;
  chosen: MoneyChoice | undefined;
};

/** `own`: the days that the seat has there now. `target`: the class with the days that it gets. */
type WantedDays = {
  target: ClassChoice | undefined;
  own: string[];
  days: string[] | null;
  price: number | undefined;
  problem?: string | undefined;
};

/** What a sentence calls the new days, where it would name another class. */
const OTHER_DAYS = { name: 'The new choice of days', held: 'The added days are' };

/** Why these days can't be chosen. */
function findProblem(own: string[], days: string[]): string | undefined {
  return days.length === 0 ? 'Choose at least one day.' : findSameDays(own, days);
}
