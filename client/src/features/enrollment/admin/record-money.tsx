import type { Family } from '@speakifyr/contract/families.ts';
import { MAX_REFERENCE_LENGTH } from '@speakifyr/contract/limits.ts';
import type { HoldingPerson } from '@speakifyr/contract/office.ts';
import {
  nameMethod,
  OFFICE_METHODS,
  type OfficeMethod,
} from '@speakifyr/contract/payment-methods.ts';
import { type FormEvent, useState } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { showSuccess } from '../../../lib/dialogs.ts';
import { currency } from '../../../lib/config.ts';
import { nameCharge, readToday } from '../../../lib/format.ts';
import { readCents, writeCents } from '../../../lib/read-cents.ts';
import { Check } from '../../../ui/check.tsx';
import { Field, SelectField } from '../../../ui/field.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { ModalDialog } from '../../../ui/modal-dialog.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { useRecordMoney } from './seat-changes.queries.ts';

type Props = {
  family: Pick<Family, 'account' | 'held'>;
  /** The held seat whose button it is. */
  person: HoldingPerson;
  /** Called after the admin has closed the success message. */
  onDone: () => void;
};

/** The button with which the office records money that came in cash, by check, by bank transfer or by voucher. */
export function RecordMoney({ family, person, onDone }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function end() {
    setOpen(false);
    await showSuccess('Recorded and enrolled', { returnsFocus: false });
    onDone();
  }

  return (
    <>
      <button
        type="button"
        className="btn btn-outline btn-primary w-full whitespace-nowrap @3xl:w-auto"
        onClick={() => setOpen(true)}
      >
        Record money <span className="sr-only">for the seat of {person.name}</span>
      </button>
      {isOpen && (
        <ModalDialog
          title="Record money that came in"
          isBusy={isBusy}
          onClose={() => setOpen(false)}
        >
          <MoneyReceived
            family={family}
            person={person}
            onBusy={setBusy}
            onDone={() => void end()}
            onCancel={() => setOpen(false)}
          />
        </ModalDialog>
      )}
    </>
  );
}

type FormProps = Props & { onBusy: (isBusy: boolean) => void; onCancel: () => void };

function MoneyReceived({ family: { account, held }, person, onBusy, onDone, onCancel }: FormProps) {
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

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!amount || record.isPending) return;
    onBusy(true);
    try {
      await record.mutateAsync({ requestId, cartIds, method, amount, day, reference });
      onDone();
    } catch {
      // The form says what is wrong.
    } finally {
      onBusy(false);
    }
  }

  return (
    <form noValidate className="mt-4 grid gap-4" onSubmit={(event) => void submit(event)}>
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
        label="How did it come?"
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
        label="When did it come?"
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
      <div className="flex flex-wrap gap-3">
        <SubmitButton isBusy={record.isPending} isDisabled={cartIds.length === 0}>
          Record and enroll
        </SubmitButton>
        <button
          type="button"
          className="btn btn-ghost btn-lg w-full text-base sm:w-auto"
          onClick={onCancel}
        >
          Close
        </button>
      </div>
    </form>
  );
}
