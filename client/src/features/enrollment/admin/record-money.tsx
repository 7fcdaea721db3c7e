import type { Family } from '@speakifyr/contract/families.ts';
import { MAX_REFERENCE_LENGTH } from '@speakifyr/contract/limits.ts';
import type { HoldingPerson } from '@speakifyr/contract/office.ts';
import {
  nameMethod,
  OFFICE_METHODS,
  type OfficeMethod,
} from '@speakifyr/contract/payment-methods.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { nameCharge, readToday } from '../../../lib/format.ts';
import { readCents, readTypedCents, writeCents } from '../../../lib/read-cents.ts';
import { read } from '../../../lib/read.ts';
import { isEarlierMonth, sayLate } from '../../../lib/say-late.ts';
import { Check } from '../../../ui/check.tsx';
import { ChoiceGroup } from '../../../ui/choice-group.tsx';
import { Field, SelectField } from '../../../ui/field.tsx';
import { type DialogForm, FormDialog } from '../../../ui/form-dialog.tsx';
import { FormInDialog } from '../../../ui/form-in-dialog.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { AmountField } from '../../../ui/usual-fields.tsx';
import { FIRST_PART, PlanFields, readPlan } from './plan-fields.tsx';
import { listSeats } from './seats-to-pay.ts';

type Props = {
  family: Pick<Family, 'account' | 'held' | 'enrolled'>;
  /** The seat whose button it is: a held one, or an enrolled one for which something is owed. */
  person?: Pick<HoldingPerson, 'cartId' | 'name'>;
  /** Called after the admin has closed the success message. */
  onDone: () => void;
};

/** The button with which the office records money that came in, however it came. R354 */
export function RecordMoney({ onDone, ...about }: Props) {
  const label = (
    <>
      Record money{' '}
      {about.person && <span className="sr-only">for the seat of {about.person.name}</span>}
    </>
  );
  return (
    <FormDialog
      className="btn-outline btn-primary w-full whitespace-nowrap @3xl:w-auto"
      label={label}
      title="Record money that came in"
      onDone={onDone}
    >
      {(dialog) => <MoneyReceived {...about} dialog={dialog} />}
    </FormDialog>
  );
}

type FormProps = Omit<Props, 'onDone'> & { dialog: DialogForm };

function MoneyReceived({ family, person, dialog }: FormProps) {
  const { _id, status } = family.account;
  const credit = useQuery({
    ...read('GET /families/:id/credit', { params: { id: _id } }),
    enabled: status === 'active',
  });
  const available = credit.data?.available ?? 0;
  const seats = listSeats(family);
  const [requestId] = useState(() => crypto.randomUUID());
  const form = useCallForm('POST /families/:id/payments', {
    defaultValues: {
      cartIds: person ? [person.cartId] : [],
      method: 'cash' as OfficeMethod | 'credit',
      /** As long as nobody types one, it is the usual one. */
      amount: null as string | null,
      isRestCredit: false,
      isDeposit: false,
      plan: [FIRST_PART],
      day: readToday(),
      reference: '',
    },
    toInput: ({ cartIds, method, amount, isRestCredit, isDeposit, plan, day, reference }) => {
      const { start, usual, mayDefer } = sumSeats(cartIds, method);
      return {
        params: { id: _id },
        body: {
          requestId,
          cartIds,
          method,
          day,
          reference,
          amount: readTypedCents(amount ?? usual),
          ...(isRestCredit && method !== 'credit' && { isRestCredit }),
          ...(mayDefer && isDeposit && { plan: readPlan(plan, start) }),
        },
      };
    },
  });
  // Before the amount: the first wrong one has the focus.
  const seatsField = form.register('cartIds');
  const { field: typed } = useController({ control: form.control, name: 'amount' });
  const [cartIds, method, isDeposit, day] = useWatch({
    control: form.control,
    name: ['cartIds', 'method', 'isDeposit', 'day'],
  });
  const { cost, start, isHeld, usual, mayDefer } = sumSeats(cartIds, method);
  const amount = typed.value ?? usual;
  const rest = method === 'credit' ? 0 : (readCents(amount) ?? 0) - cost;

  function sumSeats(ids: string[], by: OfficeMethod | 'credit') {
    const chosen = seats.filter(({ cartId }) => ids.includes(cartId));
    const cost = chosen.reduce((sum, one) => sum + one.cost, 0);
    const [start = ''] = chosen.map((one) => one.start).toSorted();
    const isHeld = chosen.length > 0 && chosen.every((one) => one.isHeld);
    const isCredit = by === 'credit';
    // Held seats are paid in full.
    const usual = writeCents(isCredit && !isHeld ? Math.min(cost, available) : cost);
    return { cost, start, isHeld, usual, mayDefer: isHeld && !isCredit };
  }

  return (
    <FormInDialog
      dialog={dialog}
      form={form}
      label={isHeld ? 'Record and enroll' : 'Record'}
      onSubmit={async (values) => {
        await form.send(values);
        return isHeld ? 'Recorded and enrolled' : 'Recorded';
      }}
    >
      <ChoiceGroup
        name="cartIds"
        legend={seats.length > 0 ? 'For which seats?' : 'There is no seat to pay for.'}
      >
        {seats.map((seat) => (
          <Check
            key={seat.cartId}
            value={seat.cartId}
            {...seatsField}
          >{`${seat.name}, ${seat.className}: ${nameCharge(seat.cost / 100)}${seat.isHeld ? '' : ' owed'}`}</Check>
        ))}
      </ChoiceGroup>
      <SelectField label="How was it paid?" {...form.register('method')}>
        {OFFICE_METHODS.map((value) => (
          <option key={value} value={value}>
            {nameMethod(value)}
          </option>
        ))}
        {available > 0 && (
          <option value="credit">The family’s credit: {nameCharge(available / 100)}</option>
        )}
      </SelectField>
      <AmountField
        label={`Amount (${SCHOOL.currency})`}
        hint={
          isHeld
            ? `These seats cost ${nameCharge(cost / 100)}.`
            : `Up to ${nameCharge(cost / 100)}. What is due first is paid first.`
        }
        {...typed}
        value={amount}
      />
      {rest > 0 && (
        <Check
          {...form.register('isRestCredit')}
        >{`Keep ${nameCharge(rest / 100)} as the family’s credit`}</Check>
      )}
      {mayDefer && (
        <Check {...form.register('isDeposit')}>This is a deposit, and the rest comes later</Check>
      )}
      {mayDefer && isDeposit && <PlanFields rest={-rest} start={start} />}
      {method !== 'credit' && (
        <>
          <Field
            label="When was it received?"
            type="date"
            max={readToday()}
            hint={isEarlierMonth(day) && sayLate()}
            {...form.register('day')}
          />
          <Field
            label="Reference"
            autoComplete="off"
            maxLength={MAX_REFERENCE_LENGTH}
            hint="The number of the receipt book, check or voucher, or what the bank says. It may stay empty."
            {...form.register('reference')}
          />
        </>
      )}
    </FormInDialog>
  );
}
