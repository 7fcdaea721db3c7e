import { MAX_NOTE_LENGTH, MAX_REFERENCE_LENGTH } from '@speakifyr/contract/limits.ts';
import {
  nameMethod,
  OFFICE_METHODS,
  type OfficeMethod,
  type PaymentMethod,
} from '@speakifyr/contract/payment-methods.ts';
import type { ListedRefund } from '@speakifyr/contract/refunds.ts';
import { useWatch } from 'react-hook-form';
import { nameCharge, readToday } from '../../../lib/format.ts';
import { isEarlierMonth, sayLate } from '../../../lib/say-late.ts';
import { Field, SelectField } from '../../../ui/field.tsx';
import { type DialogForm, FormDialog } from '../../../ui/form-dialog.tsx';
import { FormInDialog } from '../../../ui/form-in-dialog.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';

type Props = {
  refund: ListedRefund;
  /** Called when it is off the list. */
  onDone: () => void;
};

/** Says that the school has given money back by hand: how, when, and with which number. R598 */
export function GiveBack({ refund, onDone }: Props) {
  const isByHand = refund.method !== 'card';
  return (
    <FormDialog
      className={isByHand ? 'btn-primary' : 'btn-ghost'}
      label={
        <>
          <span>{isByHand ? 'Given back' : 'Paid in another way'}</span>
          <span className="sr-only">
            : {nameCharge(refund.amount / 100, refund.currency)} to {refund.name}
          </span>
        </>
      }
      title={isByHand ? 'Have you given it back?' : 'Was it refunded in another way?'}
      onDone={onDone}
    >
      {(dialog) => <HowGiven refund={refund} dialog={dialog} />}
    </FormDialog>
  );
}

function HowGiven({ refund, dialog }: { refund: ListedRefund; dialog: DialogForm }) {
  const form = useCallForm('POST /openRefunds/:refundId/answer', {
    defaultValues: {
      given: { method: usualMethod(refund.method), day: readToday(), reference: '' },
      note: '',
    },
    firstField: 'given.method',
    toInput: ({ given, note }) => ({
      params: { refundId: refund._id },
      body: {
        cartId: null,
        paidOtherwise: refund.amount,
        given,
        ...(note.trim() && { note }),
      },
    }),
  });
  const day = useWatch({ control: form.control, name: 'given.day' });
  return (
    <FormInDialog
      dialog={dialog}
      form={form}
      label="Yes, it has"
      onSubmit={async (values) => {
        await form.send(values);
        return 'The refund is off the list';
      }}
    >
      <p>
        {`Then the family reads “Refunded”, and the refund of ${nameCharge(refund.amount / 100, refund.currency)} leaves this list${refund.method === 'card' ? ' and is not tried again' : ''}.`}
      </p>
      <SelectField label="How was it given back?" {...form.register('given.method')}>
        {OFFICE_METHODS.map((value) => (
          <option key={value} value={value}>
            {nameMethod(value)}
          </option>
        ))}
      </SelectField>
      <Field
        label="When was it given back?"
        type="date"
        max={readToday()}
        hint={isEarlierMonth(day) && sayLate()}
        {...form.register('given.day')}
      />
      <Field
        label="Reference"
        autoComplete="off"
        maxLength={MAX_REFERENCE_LENGTH}
        hint="The number of the receipt book or check, or what the bank says. It may stay empty."
        {...form.register('given.reference')}
      />
      <Field
        label="Note for the audit log (optional)"
        autoComplete="off"
        maxLength={MAX_NOTE_LENGTH}
        {...form.register('note')}
      />
    </FormInDialog>
  );
}

/** Money goes back as it came. A card that can't take it has an owner with a bank account. */
function usualMethod(method: PaymentMethod): OfficeMethod {
  return OFFICE_METHODS.find((one) => one === method) ?? 'bank transfer';
}
