import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import type { ClassPeople, EnrolledPerson } from '@speakifyr/contract/office.ts';
import { type ReactNode, useState } from 'react';
import { nameCharge, formatCharge } from '../../../lib/format.ts';
import { readTypedCents, writeCents } from '../../../lib/read-cents.ts';
import type { DialogForm } from '../../../ui/form-dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { AmountField, NoteField } from '../../../ui/usual-fields.tsx';
import { Summary } from './summary.tsx';

export type SeatProps = Omit<DialogForm, 'isBusy'> & {
  person: EnrolledPerson;
  campClass: Pick<ClassPeople, '_id' | 'name' | 'camp_start'>;
};

type Refund = Input<Contract['POST /refunds']>['body'];

type Props = {
  /** What is known about the money, above the fields. */
  children: ReactNode;
  /** The most that can be refunded, in cents. If it is 0, no amount is asked for. */
  most: number;
  /** The initial amount, in cents. Without it, the field is empty. */
  suggested?: number;
  /** The least that can be refunded, in cents: 0 if a seat may be canceled without a refund. */
  least: 0 | 1;
  currency: string;
  /** What happens, in sentences. @param amount in cents */
  summarize: (amount: number) => string[];
  /** The label of the button that does it. */
  confirm: string;
  isDangerous?: boolean;
  /** What is sent besides amount and note. @param amount in cents @param requestId reused by retries after a lost answer */
  toBody: (amount: number, requestId: string) => Partial<Refund> & Pick<Refund, 'paymentId'>;
  onBusy: (isBusy: boolean) => void;
  /** Called once it is done. @param amount in cents */
  onDone: (amount: number) => void;
  onCancel: () => void;
};

/** Asks how much to refund and why, says what that means, and does it after a confirmation. */
export function MoneyForm(props: Props) {
  const { most, suggested, least, currency, toBody, onBusy, onDone } = props;
  const [isAsked, setAsked] = useState(false);
  const [requestId, setRequestId] = useState('');
  const form = useCallForm('POST /refunds', {
    defaultValues: { amount: suggested === undefined ? '' : writeCents(suggested), note: '' },
    toInput: ({ amount: typed, note }) => {
      // What is no amount is said below, with the least and the most.
      const amount = readAmount(typed) || 0;
      return { body: { ...toBody(amount, requestId), amount, note } };
    },
    findProblems: ({ amount }) => ({
      amount:
        !isFitting(readAmount(amount), least, most) &&
        `Please enter an amount from ${formatCharge(least / 100, currency)} to ${formatCharge(most / 100, currency)}.`,
    }),
  });
  const readAmount = (typed: string) => (most === 0 ? 0 : readTypedCents(typed));

  async function ask() {
    setRequestId(crypto.randomUUID());
    setAsked(true);
  }

  async function refund() {
    const values = form.getValues();
    await form.send(values);
    onDone(readAmount(values.amount));
  }

  if (isAsked)
    return (
      <Summary
        sentences={props.summarize(readAmount(form.getValues('amount')))}
        confirm={props.confirm}
        isDangerous={props.isDangerous}
        act={refund}
        onBusy={onBusy}
        onBack={() => setAsked(false)}
      />
    );
  return (
    <Form form={form} className="mt-4 grid gap-4" onSubmit={ask}>
      {props.children}
      {most > 0 && (
        <AmountField
          label={`Amount to refund (${currency})`}
          hint={`Up to ${nameCharge(most / 100, currency)}`}
          {...form.register('amount')}
        />
      )}
      <NoteField label="Why?" {...form.register('note')} />
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="btn btn-primary">
          Continue
        </button>
        <button type="button" className="btn btn-ghost" onClick={props.onCancel}>
          Close
        </button>
      </div>
    </Form>
  );
}

/** @param amount in cents; NaN if it is not an amount */
function isFitting(amount: number, least: number, most: number): boolean {
  return amount >= Math.min(least, most) && amount <= most;
}
