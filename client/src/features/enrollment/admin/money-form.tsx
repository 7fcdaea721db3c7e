import type { ClassPeople, EnrolledPerson } from '@speakifyr/contract/office.ts';
import { MAX_NOTE_LENGTH } from '@speakifyr/contract/limits.ts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { readApiError } from '../../../lib/api.ts';
import { nameCharge, formatCharge } from '../../../lib/format.ts';
import { readCents, writeCents } from '../../../lib/read-cents.ts';
import { Field } from '../../../ui/field.tsx';
import type { DialogForm } from '../../../ui/form-dialog.tsx';
import { Summary } from './summary.tsx';

export type SeatProps = Omit<DialogForm, 'isBusy'> & {
  person: EnrolledPerson;
  campClass: Pick<ClassPeople, '_id' | 'name' | 'camp_start'>;
};

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
  /** @param requestId reused by retries after a lost answer */
  send: (amount: number, note: string, requestId: string) => Promise<unknown>;
  onBusy: (isBusy: boolean) => void;
  /** Called once it is done. @param amount in cents */
  onDone: (amount: number) => void;
  onCancel: () => void;
};

/** Asks how much to refund and why, says what that means, and does it after a confirmation. */
export function MoneyForm(props: Props) {
  const { most, suggested, least, currency, send, onBusy, onDone } = props;
  const [typed, setTyped] = useState(suggested === undefined ? '' : writeCents(suggested));
  const [note, setNote] = useState('');
  const [problems, setProblems] = useState<{ amount?: string; note?: string }>({});
  const [isAsked, setAsked] = useState(false);
  const [requestId, setRequestId] = useState('');
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  const amount = most === 0 ? 0 : readCents(typed);

  function check(event: FormEvent) {
    event.preventDefault();
    const found = {
      ...(!isFitting(amount, least, most) && {
        amount: `Please enter an amount from ${formatCharge(least / 100, currency)} to ${formatCharge(most / 100, currency)}.`,
      }),
      ...(!note.trim() && { note: 'Note is required' }),
    };
    const form = event.currentTarget;
    flushSync(() => {
      setProblems(found);
      setFailure('');
      setRequestId(crypto.randomUUID());
      setAsked(Object.keys(found).length === 0);
    });
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  async function confirm() {
    if (isBusy || amount === undefined) return;
    setBusy(true);
    onBusy(true);
    try {
      await send(amount, note.trim(), requestId);
    } catch (error) {
      setFailure(readApiError(error).message);
      setBusy(false);
      onBusy(false);
      return;
    }
    onBusy(false);
    onDone(amount);
  }

  if (isAsked && amount !== undefined)
    return (
      <Summary
        {...props}
        sentences={props.summarize(amount)}
        failure={failure}
        isBusy={isBusy}
        onConfirm={() => void confirm()}
        onBack={() => setAsked(false)}
      />
    );
  return (
    <form noValidate className="mt-4 grid gap-4" onSubmit={check}>
      {props.children}
      {most > 0 && (
        <Field
          label={`Amount to refund (${currency})`}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          hint={`Up to ${nameCharge(most / 100, currency)}`}
          {...(problems.amount && { error: problems.amount })}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <Field
        label="Why?"
        hint="This goes into the audit log."
        autoComplete="off"
        maxLength={MAX_NOTE_LENGTH}
        value={note}
        {...(problems.note && { error: problems.note })}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <button type="submit" className="btn btn-primary">
          Continue
        </button>
        <button type="button" className="btn btn-ghost" onClick={props.onCancel}>
          Close
        </button>
      </div>
    </form>
  );
}

function isFitting(amount: number | undefined, least: number, most: number): boolean {
  return amount !== undefined && amount >= Math.min(least, most) && amount <= most;
}
