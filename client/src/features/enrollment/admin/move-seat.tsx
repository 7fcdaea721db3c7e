import { MAX_NOTE_LENGTH } from '@speakifyr/contract/limits.ts';
import type { ClassChoice } from '@speakifyr/contract/office.ts';
import { hasMailbox } from '@speakifyr/contract/stand-in-address.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { readApiError } from '../../../lib/api.ts';
import { formatDays, nameCharge } from '../../../lib/format.ts';
import { read } from '../../../lib/read.ts';
import { ChoiceCard } from '../../../ui/choice-card.tsx';
import { ChooseClass } from '../../../ui/choose-class.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import type { SeatProps } from './money-form.tsx';
import { describeDifference, listMoneyChoices, type MoneyChoice } from './describe-difference.ts';
import { moveQuotesOptions } from '../changes/moves.queries.ts';
import { sayHowFamilyHears } from './say-who-hears.ts';
import { AllowAnyway, sayMisfit } from './class-for-somebody.tsx';
import { Summary } from './summary.tsx';

/**
 * Moves a paid seat to another class that has a free seat: where to, what about the money, why; then what happens. R312
 */
export function MoveSeat({ person, onBusy, onDone, onCancel }: SeatProps) {
  const { cartId, childId, name, email, payment } = person;
  const child = childId ? { _id: childId, name } : undefined;
  const classes = useQuery(read('GET /classChoices', { query: { cartId } }));
  const quotes = useQuery(moveQuotesOptions(cartId));
  const [isAsked, setAsked] = useState(false);
  const failure = classes.error ?? quotes.error;
  const targets = quotes.data && classes.data?.filter(({ _id, sit }) => sit > 0 && findQuote(_id));
  const form = useCallForm('POST /moves', {
    defaultValues: { classId: '', money: '', note: '' },
    toInput: ({ classId, money, note }) => {
      const { about, chosen } = choose(classId, money);
      return {
        body: {
          cartId,
          classId: about?.target._id ?? '',
          ...(about && { price: about.target.price }),
          note,
          ...(chosen === 'charge' && { charge: true }),
          ...(chosen === 'terms' && { byTerms: true }),
        },
      };
    },
  });
  // First: the first wrong field has the focus.
  form.register('classId');
  const [classId, money] = useWatch({ control: form.control, name: ['classId', 'money'] });
  const { about, choices, chosen } = choose(classId, money);

  function findQuote(id: string) {
    return quotes.data?.find((one) => one.classId === id);
  }

  /** What a move to a class means, and what can happen to the money. */
  function choose(id: string, wanted: string) {
    const target = targets?.find(({ _id }) => _id === id);
    const quote = findQuote(id);
    const about = target && quote && { target, quote, currency: payment?.currency };
    const choices = about ? listMoneyChoices(about) : [];
    const chosen = choices.find(({ value }) => value === wanted)?.value ?? choices[0]?.value;
    return { about, choices, chosen };
  }

  async function move() {
    const { state, refund } = await form.send(form.getValues());
    const back = refund > 0 && `, ${nameCharge(refund / 100, payment?.currency)} will be refunded`;
    onDone(
      state === 'pay'
        ? `The family is asked to pay. The seat moves to ${about?.target.name} then`
        : `Moved to ${about?.target.name}${back || ''}`,
    );
  }

  if (isAsked && about)
    return (
      <Summary
        sentences={summarize(person, about, chosen)}
        confirm={chosen === 'charge' ? 'Ask the family to pay' : 'Move the seat'}
        act={move}
        onBusy={onBusy}
        onBack={() => setAsked(false)}
      />
    );
  return (
    <Form form={form} className="mt-4 grid gap-4" onSubmit={async () => setAsked(true)}>
      <ChooseClass
        name="classId"
        label="New class"
        classes={failure ? [] : targets}
        judge={sayMisfit}
        none={failure ? 'The classes could not be loaded.' : 'No other class has a free seat.'}
      >
        {child && about && <AllowAnyway child={child} choice={about.target} />}
      </ChooseClass>
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
      <Field
        label="Why?"
        hint={
          hasMailbox(email)
            ? `${email} reads this in the email about the move. It also goes into the audit log.`
            : 'It goes into the audit log.'
        }
        autoComplete="off"
        maxLength={MAX_NOTE_LENGTH}
        {...form.register('note')}
      />
      {failure && <FormProblem>{readApiError(failure).message}</FormProblem>}
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="btn btn-primary" disabled={!classes.data || !quotes.data}>
          Continue
        </button>
        <button type="button" className="btn btn-ghost" onClick={onCancel}>
          Close
        </button>
      </div>
    </Form>
  );
}

/** What happens, in sentences. */
function summarize(
  person: SeatProps['person'],
  about: Parameters<typeof describeDifference>[0] & { target: ClassChoice },
  chosen: MoneyChoice | undefined,
): string[] {
  const { email } = person;
  const name = person.name.trim() || email;
  const { target, quote } = about;
  const { dropped, lines, lost, extrasKept } = quote;
  const sum = (cents: number) => nameCharge(cents / 100, about.currency);
  const isWithout = [
    ...(dropped.length > 0 ? [`${target.name} is without ${dropped.join('; ')}.`] : []),
    ...(lines.length > 0 ? [`Does not hold there, or only in part: ${lines.join('; ')}.`] : []),
    ...(chosen === 'terms' && extrasKept > 0
      ? [`The school keeps ${sum(extrasKept)} for extras that do not come back.`]
      : []),
    ...(chosen === 'terms'
      ? lost.map(
          ({ label, student_name: who, amount }) =>
            `“${label}” of ${who} comes off: ${sum(amount)}. It depended on this seat.`,
        )
      : []),
  ];
  const days = formatDays(target.camp_start, target.camp_end);
  if (chosen === 'charge')
    return [
      describeDifference(about, chosen),
      ...isWithout,
      `Once they have paid, ${name} gets a new entry code for ${target.name}, ${days}, and others can take the old seat.`,
      `If they do not pay in time, nothing changes: ${name} keeps the old seat.`,
      `${sayHowFamilyHears(email, `We email ${email} about it, with your reason`)}.`,
    ];
  return [
    describeDifference(about, chosen),
    ...isWithout,
    `${name} gets a new entry code for ${target.name}, ${days}.`,
    'Others can take the old seat right away.',
    `${sayHowFamilyHears(email, `We email ${email} about it, with your reason`)}.`,
  ];
}
