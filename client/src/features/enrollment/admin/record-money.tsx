import type { BankTransfer } from '@speakifyr/contract/bank-transfers.ts';
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
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { currency } from '../../../lib/config.ts';
import { cutReference } from '../../../lib/cut-reference.ts';
import { formatDay, formatMonth, nameCharge, readToday } from '../../../lib/format.ts';
import { readCents, readTypedCents, writeCents } from '../../../lib/read-cents.ts';
import { read } from '../../../lib/read.ts';
import { Check } from '../../../ui/check.tsx';
import { ChoiceGroup } from '../../../ui/choice-group.tsx';
import { Field, SelectField } from '../../../ui/field.tsx';
import { type DialogForm, FormDialog } from '../../../ui/form-dialog.tsx';
import { FormInDialog } from '../../../ui/form-in-dialog.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { FIRST_PART, PlanFields, readPlan } from './plan-fields.tsx';

type Props = {
  family: Pick<Family, 'account' | 'held' | 'enrolled'>;
  /** The seat whose button it is: a held one, or an enrolled one for which something is owed. */
  person?: Pick<HoldingPerson, 'cartId' | 'name'>;
  /** The line of a bank's list that the money is. All of it is booked, and what is left over stays as credit. */
  transfer?: BankTransfer;
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

function MoneyReceived({ family, person, transfer, dialog }: FormProps) {
  const { _id, status } = family.account;
  const credit = useQuery({
    ...read('GET /families/:id/credit', { params: { id: _id } }),
    enabled: status === 'active',
  });
  const available = credit.data?.available ?? 0;
  const seats = listSeats(family);
  const [requestId] = useState(() => transfer?.requestId ?? crypto.randomUUID());
  const form = useCallForm('POST /families/:id/payments', {
    defaultValues: {
      cartIds: person ? [person.cartId] : chooseSeats(seats, transfer),
      method: (transfer ? 'bank transfer' : 'cash') as OfficeMethod | 'credit',
      /** As long as nobody types one, it is the usual one. */
      amount: transfer ? writeCents(transfer.amount) : null,
      isRestCredit: transfer !== undefined,
      isDeposit: false,
      plan: [FIRST_PART],
      day: transfer?.day ?? readToday(),
      reference: cutReference(transfer?.text ?? ''),
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
  const thisMonth = readToday().slice(0, 7);
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
      {transfer && (
        <p className="[overflow-wrap:anywhere]">
          <strong>{nameCharge(transfer.amount / 100)}</strong>
          {` by bank transfer on ${formatDay(transfer.day)}: ${transfer.text}`}
        </p>
      )}
      {transfer && transfer.day.slice(0, 7) < thisMonth && <p>{sayLate(thisMonth)}</p>}
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
      {!transfer && (
        <>
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
          <Field
            label={`Amount (${currency})`}
            inputMode="decimal"
            autoComplete="off"
            hint={
              isHeld
                ? `These seats cost ${nameCharge(cost / 100)}.`
                : `Up to ${nameCharge(cost / 100)}. What is due first is paid first.`
            }
            {...typed}
            value={amount}
          />
        </>
      )}
      {rest > 0 && !transfer && (
        <Check
          {...form.register('isRestCredit')}
        >{`Keep ${nameCharge(rest / 100)} as the family’s credit`}</Check>
      )}
      {rest > 0 && transfer && (
        <p role="status">{`${nameCharge(rest / 100)} stays as the family’s credit.`}</p>
      )}
      {mayDefer && (!transfer || rest < 0) && (
        <Check {...form.register('isDeposit')}>This is a deposit, and the rest comes later</Check>
      )}
      {mayDefer && isDeposit && <PlanFields rest={-rest} start={start} />}
      {method !== 'credit' && !transfer && (
        <>
          <Field
            label="When was it received?"
            type="date"
            max={readToday()}
            hint={day !== '' && day.slice(0, 7) < thisMonth && sayLate(thisMonth)}
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

/** A month that is over may be closed already. R580 */
function sayLate(month: string): string {
  return `In the books, it counts in ${formatMonth(month)}, the month in which you record it.`;
}

/** Those that the transfer fits, or all if it pays for all of them. */
function chooseSeats(seats: { cartId: string; cost: number }[], transfer?: BankTransfer): string[] {
  const isFor = ({ cartId }: { cartId: string }) =>
    transfer?.seats.some((one) => one.cartId === cartId);
  const fitting = seats.filter(isFor);
  const total = seats.reduce((sum, { cost }) => sum + cost, 0);
  const chosen = fitting.length > 0 || total > (transfer?.amount ?? 0) ? fitting : seats;
  return chosen.map(({ cartId }) => cartId);
}

/** What this family's money can pay for, in cents. What another guardian holds or owes is paid on their own page. */
function listSeats({ account, held, enrolled }: Props['family']) {
  const isOwn = ({ person }: { person: { userId: string } }) => person.userId === account._id;
  return [
    ...held.filter(isOwn).map(({ campClass, person: { cartId, name, cost } }) => ({
      cartId,
      name,
      cost,
      className: campClass.name,
      start: campClass.camp_start,
      isHeld: true,
    })),
    ...enrolled
      .filter(({ person }) => person.owed.length > 0)
      .map(({ campClass, person: { cartId, name, owed } }) => ({
        cartId,
        name,
        className: campClass.name,
        start: campClass.camp_start,
        isHeld: false,
        cost: sumAmounts(owed),
      })),
  ];
}
