import type { ListedPayment } from '@speakifyr/contract/office.ts';
import { MAX_REFERENCE_LENGTH } from '@speakifyr/contract/limits.ts';
import { nameMethod, PAY_BACK_METHODS } from '@speakifyr/contract/payment-methods.ts';
import { useState } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { nameCharge, readToday } from '../../../lib/format.ts';
import { readCents, writeCents } from '../../../lib/read-cents.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Field, SelectField } from '../../../ui/field.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { type DialogForm, FormDialog, FormInDialog } from '../../../ui/form-dialog.tsx';

type Props = {
  payment: ListedPayment;
  /** Called after the admin has closed the success message. */
  onDone?: () => void;
};

/**
 * Records what a family pays back of the money that had gone back before its payment bounced. Renders nothing if nothing is
 * owed. R483
 */
export function PayBack({ payment, onDone = () => {} }: Props) {
  const { name, email, kept } = payment;
  if (kept >= 0) return null;
  const label = (
    <>
      Record what is paid back
      <span className="sr-only">{` by ${name.trim() || email}`}</span>
    </>
  );
  return (
    <FormDialog
      className="btn-outline btn-sm"
      label={label}
      title="The family pays it back"
      onDone={onDone}
    >
      {(form) => <PayBackForm payment={payment} form={form} />}
    </FormDialog>
  );
}

function PayBackForm({ payment, form }: { payment: ListedPayment; form: DialogForm }) {
  const { _id, kept, currency } = payment;
  const payBack = useChange('POST /payments/:paymentId/paidBack');
  const [requestId] = useState(() => crypto.randomUUID());
  const [method, setMethod] = useState<(typeof PAY_BACK_METHODS)[number]>('cash');
  const [typed, setTyped] = useState(writeCents(-kept));
  const [day, setDay] = useState(readToday());
  const [reference, setReference] = useState('');
  const { message = '', fields = {} } = payBack.isError ? readApiError(payBack.error) : {};
  const amount = readCents(typed);
  const say = (cents: number) => nameCharge(cents / 100, currency);

  async function send() {
    if (!amount) return undefined;
    await payBack.mutateAsync({
      params: { paymentId: _id },
      body: { requestId, method, amount, day, reference },
    });
    return `${say(amount)} is recorded`;
  }

  return (
    <FormInDialog form={form} label="Record" isDisabled={!amount} send={send}>
      <p>
        The school had given back {say(-kept)} of this payment before it bounced. Take no check for
        it.
      </p>
      <SelectField
        label="How was it paid?"
        value={method}
        onChange={(event) => setMethod(event.target.value as typeof method)}
      >
        {PAY_BACK_METHODS.map((value) => (
          <option key={value} value={value}>
            {nameMethod(value)}
          </option>
        ))}
      </SelectField>
      <Field
        label={`Amount (${currency})`}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        error={amount ? fields['body.amount'] : 'Enter an amount such as 89.50.'}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Field
        label="When was it paid?"
        type="date"
        max={readToday()}
        value={day}
        error={fields['body.day']}
        onChange={(event) => setDay(event.target.value)}
      />
      <Field
        label="Reference"
        autoComplete="off"
        maxLength={MAX_REFERENCE_LENGTH}
        value={reference}
        hint="It may stay empty."
        error={fields['body.reference']}
        onChange={(event) => setReference(event.target.value)}
      />
      <FormProblem>{Object.keys(fields).length === 0 && message}</FormProblem>
    </FormInDialog>
  );
}
