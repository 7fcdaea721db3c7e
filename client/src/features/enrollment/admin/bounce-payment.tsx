import type { ListedPayment } from '@speakifyr/contract/office.ts';
import { BOUNCING_METHODS } from '@speakifyr/contract/payment-methods.ts';
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { useWatch } from 'react-hook-form';
import { addDays } from '@speakifyr/contract/days.ts';
import { nameCharge, readToday } from '../../../lib/format.ts';
import { Check } from '../../../ui/check.tsx';
import { Field } from '../../../ui/field.tsx';
import { type DialogForm, FormDialog } from '../../../ui/form-dialog.tsx';
import { FormInDialog } from '../../../ui/form-in-dialog.tsx';
import { NoteField } from '../../../ui/usual-fields.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { sayHowFamilyHears } from './say-who-hears.ts';

type Props = {
  payment: ListedPayment;
  /** Called after the admin has closed the success message. */
  onDone?: () => void;
};

/** Records a bounced check or bank transfer. Renders nothing for other payments, or if it has bounced. */
export function BouncePayment({ payment, onDone = () => {} }: Props) {
  const { name, email, method, state, refunds } = payment;
  const hasBounced = refunds.some(({ reason }) => reason === 'payment bounced');
  if (!BOUNCING_METHODS.includes(method) || hasBounced) return null;
  if (state !== 'enrolled' && state !== 'refunded') return null;
  const title = sayBounced(method);
  const label = (
    <>
      {title} <span className="sr-only">{`: payment of ${name.trim() || email}`}</span>
    </>
  );
  return (
    <FormDialog className="btn-outline btn-sm" label={label} title={title} onDone={onDone}>
      {(dialog) => <BounceForm payment={payment} dialog={dialog} />}
    </FormDialog>
  );
}

function sayBounced(method: ListedPayment['method']): string {
  return method === 'cheque' ? 'The check bounced' : 'The bank took it back';
}

function BounceForm({ payment, dialog }: { payment: ListedPayment; dialog: DialogForm }) {
  const { _id, email, items } = payment;
  const seats = items.filter(({ state }) => state === 'enrolled');
  const isKept = (choice: string) => choice === 'reserve' && seats.length > 0;
  const form = useCallForm('POST /payments/:paymentId/bounce', {
    defaultValues: {
      day: readToday(),
      note: '',
      seats: 'reserve',
      until: addDays(readToday(), 7),
    },
    toInput: ({ day, note, seats: choice, until }) => ({
      params: { paymentId: _id },
      body: { day, note, until: isKept(choice) ? until : null },
    }),
  });
  const reserves = isKept(useWatch({ control: form.control, name: 'seats' }));

  return (
    <FormInDialog
      dialog={dialog}
      form={form}
      label="Yes, it bounced"
      onSubmit={async (values) => {
        await form.send(values);
        return `Recorded. ${sayHowFamilyHears(email, `${email} gets an email`)}`;
      }}
    >
      <Field
        label="When did the bank say so?"
        type="date"
        max={readToday()}
        {...form.register('day')}
      />
      <NoteField label="What did the bank say?" {...form.register('note')} />
      {seats.length > 0 && (
        <fieldset>
          <legend className="font-bold">What about the seats?</legend>
          <ul className="text-base-content/80 list-disc pl-5 [overflow-wrap:anywhere]">
            {seats.map(({ cartId, className, student_name }) => (
              <li key={cartId}>
                {student_name}, {className}
              </li>
            ))}
          </ul>
          <Check type="radio" value="reserve" {...form.register('seats')}>
            Reserve again, so that the family can pay
          </Check>
          <Check type="radio" value="end" {...form.register('seats')}>
            End the seats
          </Check>
        </fieldset>
      )}
      {reserves && (
        <Field
          label="Reserved until"
          type="date"
          hint="To the end of this day, at the same price. Then others can take the seat."
          {...form.register('until')}
        />
      )}
      <ul className="grid list-disc gap-1.5 pl-5 [overflow-wrap:anywhere]">
        {describe(payment, seats.length > 0, reserves).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </FormInDialog>
  );
}

/** What has really gone back, and what only waits to, in cents. Credit stays at the school. */
function sumRefunds({ refunds }: ListedPayment) {
  const gone = ['succeeded', 'paid otherwise'];
  return {
    gone: sumAmounts(refunds.filter(({ state, isCredit }) => !isCredit && gone.includes(state))),
    waiting: sumAmounts(refunds.filter(({ state }) => state === 'failed')),
  };
}

/** What happens. */
function describe(payment: ListedPayment, hasSeats: boolean, reserves: boolean): string[] {
  const { email, amount, currency } = payment;
  const { gone, waiting } = sumRefunds(payment);
  const say = (cents: number) => nameCharge(cents / 100, currency);
  return [
    `All of the ${say(amount)} counts as not received. Nothing is paid back.`,
    ...(gone > 0
      ? [`${say(gone)} had gone back before. The family owes this to the school from now on.`]
      : []),
    ...(waiting > 0
      ? [
          `${say(waiting)} waits to be given back, and is no longer owed. If you have given it back already, close this and say so under Refunds first.`,
        ]
      : []),
    ...(hasSeats
      ? [
          `A seat that only this payment paid for ${reserves ? 'loses its entry code' : 'ends, and others can take it'}.`,
          'A seat that is paid in parts stays, and this part is owed again.',
        ]
      : []),
    `${sayHowFamilyHears(email, `${email} gets an email`)}.`,
    'This can’t be undone.',
  ];
}
