import type { Family } from '@speakifyr/contract/families.ts';
import { MAX_REFERENCE_LENGTH } from '@speakifyr/contract/limits.ts';
import type { HoldingPerson } from '@speakifyr/contract/office.ts';
import {
  nameMethod,
  OFFICE_METHODS,
  type OfficeMethod,
} from '@speakifyr/contract/payment-methods.ts';
import { useState } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { currency } from '../../../lib/config.ts';
import { nameCharge, readToday } from '../../../lib/format.ts';
import { readCents, writeCents } from '../../../lib/read-cents.ts';
import { Check } from '../../../ui/check.tsx';
import { Field, SelectField } from '../../../ui/field.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { type DialogForm, FormDialog, FormInDialog } from '../../../ui/form-dialog.tsx';
import { useRecordMoney } from './seat-changes.queries.ts';

type Props = {
  family: Pick<Family, 'account' | 'held'>;
  /** The held seat whose button it is. */
  person: HoldingPerson;
  /** Called after the admin has closed the success message. */
  onDone: () => void;
};

/** The button with which the office records money that came in cash, by check, by bank transfer or by voucher. */
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

function MoneyReceived({ family: { account, held }, person, form }: FormProps) {
  const record = useRecordMoney(account._id);
  // Another guardian's seats are paid for on their own page.
  const seats = held.filter((one) => one.person.email === account.email);
  const [cartIds, setCartIds] = useState([person.cartId]);
  const [method, setMethod] = useState<OfficeMethod>('cash');
  const [typed, setTyped] = useState<string>();
  const [day, setDay] = useState(readToday());
  const [reference, setReference] = useState('');
  const [requestId] = useState(() => crypto.randomUUID());
  const cost = seats
    .filter((one) => cartIds.includes(one.person.cartId))
    .reduce((sum, one) => sum + one.person.cost, 0);
  const amount = readCents(typed ?? writeCents(cost));
  const { message = '', fields = {} } = record.isError ? readApiError(record.error) : {};
  const hasFields = Object.keys(fields).length > 0;

  async function send() {
    if (!amount) return undefined;
    await record.mutateAsync({ requestId, cartIds, method, amount, day, reference });
    return 'Recorded and enrolled';
  }

  return (
    <FormInDialog
      form={form}
      label="Record and enroll"
      isDisabled={cartIds.length === 0}
      send={send}
    >
      <fieldset>
        <legend className="font-bold">For which seats?</legend>
        {seats.map(({ campClass, person: { cartId, name, cost: price } }) => (
          <Check
            key={cartId}
            checked={cartIds.includes(cartId)}
            onChange={({ target: { checked } }) =>
              setCartIds(checked ? [...cartIds, cartId] : cartIds.filter((id) => id !== cartId))
            }
          >
            {name}, {campClass.name}: {nameCharge(price / 100)}
          </Check>
        ))}
      </fieldset>
      <SelectField
        label="How was it paid?"
        value={method}
        onChange={(event) => setMethod(event.target.value as OfficeMethod)}
      >
        {OFFICE_METHODS.map((value) => (
          <option key={value} value={value}>
            {nameMethod(value)}
          </option>
        ))}
      </SelectField>
      <Field
        label={`Amount (${currency})`}
        inputMode="decimal"
        autoComplete="off"
        value={typed ?? writeCents(cost)}
        hint={`These seats cost ${nameCharge(cost / 100)}.`}
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
        hint="The number of the receipt book, check or voucher, or what the bank says. It may stay empty."
        error={fields['body.reference']}
        onChange={(event) => setReference(event.target.value)}
      />
      <FormProblem>{!hasFields && message}</FormProblem>
    </FormInDialog>
  );
}
