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
import { sumAmounts } from '@speakifyr/contract/sum-amounts.ts';
import { readApiError } from '../../../lib/api.ts';
import { currency } from '../../../lib/config.ts';
import { nameCharge, readToday } from '../../../lib/format.ts';
import { readCents, writeCents } from '../../../lib/read-cents.ts';
import { read } from '../../../lib/read.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Check } from '../../../ui/check.tsx';
import { Field, SelectField } from '../../../ui/field.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { type DialogForm, FormDialog, FormInDialog } from '../../../ui/form-dialog.tsx';
import { FIRST_PART, PlanFields, readPlan, type TypedPart } from './plan-fields.tsx';

type Props = {
  family: Pick<Family, 'account' | 'held' | 'enrolled'>;
  /** The seat whose button it is: a held one, or an enrolled one for which something is owed. */
  person: Pick<HoldingPerson, 'cartId' | 'name'>;
  /** Called after the admin has closed the success message. */
  onDone: () => void;
};

/** The button with which the office records money that came in cash, by check, by bank transfer or by voucher. R354 */
export function RecordMoney({ onDone, ...about }: Props) {
  const label = (
    <>
      Record money <span className="sr-only">for the seat of {about.person.name}</span>
    </>
  );
  return (
    <FormDialog
      className="btn-outline btn-primary w-full whitespace-nowrap @3xl:w-auto"
      label={label}
      title="Record money that came in"
      onDone={onDone}
    >
      {(form) => <MoneyReceived {...about} form={form} />}
    </FormDialog>
  );
}

type FormProps = Pick<Props, 'family' | 'person'> & { form: DialogForm };

function MoneyReceived({ family, person, form }: FormProps) {
  const { _id, status } = family.account;
  const record = useChange('POST /families/:id/payments');
  const credit = useQuery({
    ...read('GET /families/:id/credit', { params: { id: _id } }),
    enabled: status === 'active',
  });
  const available = credit.data?.available ?? 0;
  const [cartIds, setCartIds] = useState([person.cartId]);
  const [method, setMethod] = useState<OfficeMethod | 'credit'>('cash');
  const [typed, setTyped] = useState<string>();
  const [parts, setParts] = useState<TypedPart[]>();
  const [day, setDay] = useState(readToday());
  const [reference, setReference] = useState('');
  const [requestId] = useState(() => crypto.randomUUID());
  const seats = listSeats(family);
  const chosen = seats.filter(({ cartId }) => cartIds.includes(cartId));
  const cost = chosen.reduce((sum, one) => sum + one.cost, 0);
  const isHeld = chosen.every((one) => one.isHeld);
  const isCredit = method === 'credit';
  // Held seats are paid in full.
  const usual = isCredit && !isHeld ? Math.min(cost, available) : cost;
  const amount = readCents(typed ?? writeCents(usual));
  const [start = ''] = chosen.map((one) => one.start).toSorted();
  const hasPlan = isHeld && !isCredit;
  const plan = hasPlan && parts ? readPlan(parts, start) : undefined;
  const isPlanMissing = hasPlan && parts !== undefined && !plan;
  const { message = '', fields = {} } = record.isError ? readApiError(record.error) : {};
  const hasFields = Object.keys(fields).length > 0;

  async function send() {
    if (!amount) return undefined;
    const money = { requestId, cartIds, method, amount, day, reference };
    await record.mutateAsync({ params: { id: _id }, body: plan ? { ...money, plan } : money });
    return isHeld ? 'Recorded and enrolled' : 'Recorded';
  }

  return (
    <FormInDialog
      form={form}
      label={isHeld ? 'Record and enroll' : 'Record'}
      isDisabled={cartIds.length === 0 || isPlanMissing}
      send={send}
    >
      <fieldset>
        <legend className="font-bold">For which seats?</legend>
        {seats.map((seat) => (
          <Check
            key={seat.cartId}
            checked={cartIds.includes(seat.cartId)}
            onChange={({ target: { checked } }) =>
              setCartIds(
                checked ? [...cartIds, seat.cartId] : cartIds.filter((id) => id !== seat.cartId),
              )
            }
          >{`${seat.name}, ${seat.className}: ${nameCharge(seat.cost / 100)}${seat.isHeld ? '' : ' owed'}`}</Check>
        ))}
      </fieldset>
      <SelectField
        label="How was it paid?"
        value={method}
        onChange={(event) => setMethod(event.target.value as typeof method)}
      >
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
        value={typed ?? writeCents(usual)}
        hint={
          isHeld
            ? `These seats cost ${nameCharge(cost / 100)}.`
            : `Up to ${nameCharge(cost / 100)}. What is due first is paid first.`
        }
        error={amount ? fields['body.amount'] : 'Enter an amount such as 89.50.'}
        onChange={(event) => setTyped(event.target.value)}
      />
      {hasPlan && (
        <Check
          checked={parts !== undefined}
          onChange={({ target: { checked } }) => setParts(checked ? [FIRST_PART] : undefined)}
        >
          This is a deposit, and the rest comes later
        </Check>
      )}
      {hasPlan && parts && (
        <PlanFields
          parts={parts}
          rest={cost - (amount ?? 0)}
          start={start}
          error={fields['body.plan']}
          onChange={setParts}
        />
      )}
      {!isCredit && (
        <>
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
            hint="The number of the receipt book, check or voucher, or what the bank says. It may stay empty."
            error={fields['body.reference']}
            onChange={(event) => setReference(event.target.value)}
          />
        </>
      )}
      <FormProblem>{!hasFields && message}</FormProblem>
    </FormInDialog>
  );
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
