import type { ListedPayment } from '@speakifyr/contract/office.ts';
import { MAX_REFERENCE_LENGTH } from '@speakifyr/contract/limits.ts';
import { nameMethod, PAY_BACK_METHODS } from '@speakifyr/contract/payment-methods.ts';
import { useState } from 'react';
import { nameCharge, readToday } from '../../../lib/format.ts';
import { readTypedCents, writeCents } from '../../../lib/read-cents.ts';
import { Field, SelectField } from '../../../ui/field.tsx';
import { type DialogForm, FormDialog } from '../../../ui/form-dialog.tsx';
import { FormInDialog } from '../../../ui/form-in-dialog.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { AmountField } from '../../../ui/usual-fields.tsx';

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
      {(dialog) => <PayBackForm payment={payment} dialog={dialog} />}
    </FormDialog>
  );
}

function PayBackForm({ payment, dialog }: { payment: ListedPayment; dialog: DialogForm }) {
  const { _id, kept, currency } = payment;
  const [requestId] = useState(() => crypto.randomUUID());
  const form = useCallForm('POST /payments/:paymentId/paidBack', {
    defaultValues: {
      method: 'cash' as (typeof PAY_BACK_METHODS)[number],
      amount: writeCents(-kept),
      day: readToday(),
      reference: '',
    },
    toInput: ({ amount, ...rest }) => ({
      params: { paymentId: _id },
      body: { requestId, amount: readTypedCents(amount), ...rest },
    }),
  });
  const say = (cents: number) => nameCharge(cents / 100, currency);

  return (
    <FormInDialog
      dialog={dialog}
      form={form}
      label="Record"
      onSubmit={async (values) => {
        await form.send(values);
        return `${say(readTypedCents(values.amount))} is recorded`;
      }}
    >
      <p>
        The school had given back {say(-kept)} of this payment before it bounced. Take no check for
        it.
      </p>
      <SelectField label="How was it paid?" {...form.register('method')}>
        {PAY_BACK_METHODS.map((value) => (
          <option key={value} value={value}>
            {nameMethod(value)}
          </option>
        ))}
      </SelectField>
      <AmountField label={`Amount (${currency})`} {...form.register('amount')} />
      <Field
        label="When was it received?"
        type="date"
        max={readToday()}
        {...form.register('day')}
      />
      <Field
        label="Reference"
        autoComplete="off"
        maxLength={MAX_REFERENCE_LENGTH}
        hint="It may stay empty."
        {...form.register('reference')}
      />
    </FormInDialog>
  );
}
