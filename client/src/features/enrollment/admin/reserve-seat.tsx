import type { Family } from '@speakifyr/contract/families.ts';
import { MAX_NOTE_LENGTH } from '@speakifyr/contract/limits.ts';
import { hasMailbox } from '@speakifyr/contract/stand-in-address.ts';
import { useQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { addDays } from '../../../lib/add-days.ts';
import { readApiError } from '../../../lib/api.ts';
import { currency } from '../../../lib/config.ts';
import { formatCharge, formatDay, readToday } from '../../../lib/format.ts';
import { read } from '../../../lib/read.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Field, SelectField } from '../../../ui/field.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { type DialogForm, FormDialog, FormInDialog, sendForm } from '../../../ui/form-dialog.tsx';
import { PriceLines } from '../../../ui/price-lines.tsx';
import { isJoinable, sayWaits } from './put-on-list.tsx';

type Props = {
  family: Pick<Family, 'account' | 'children'>;
  /** The seat that the waiting list offers to them, if it is about that one. */
  offered?: Family['held'][number];
  /** Called after the admin has closed the success message. */
  onDone: () => void;
};

/** The button with which the office books for a family that calls: it reserves a seat until a day. */
export function ReserveSeat({ onDone, ...about }: Props) {
  const { offered } = about;
  const label = offered ? (
    <>
      Reserve <span className="sr-only">the seat of {offered.person.name}</span>
    </>
  ) : (
    <>
      <CalendarPlus className="size-4" aria-hidden="true" />
      Reserve a seat
    </>
  );
  return (
    <FormDialog className="btn-primary" label={label} title="Reserve a seat" onDone={onDone}>
      {(form) => <ReserveForm {...about} form={form} />}
    </FormDialog>
  );
}

type FormProps = Pick<Props, 'family' | 'offered'> & { form: DialogForm };

function ReserveForm({ family: { account, children }, offered, form }: FormProps) {
  const reserve = useChange('POST /families/:id/seats');
  const put = useChange('POST /families/:id/waiting');
  const classes = useQuery(read('GET /adminClasses'));
  const [childId, setChildId] = useState(
    offered ? (offered.person.childId ?? '') : (children[0]?._id ?? ''),
  );
  const [classId, setClassId] = useState(offered?.campClass._id ?? '');
  const [until, setUntil] = useState(() => addDays(readToday(), 7));
  const [typedPrice, setTypedPrice] = useState<string>();
  const [note, setNote] = useState('');
  // The chosen class stays in the list if its last seat has just been taken: the family can wait for it.
  const open = (classes.data ?? []).filter(
    (one) => isJoinable(one) && (one.sit > 0 || one._id === classId),
  );
  const chosen = open.find(({ _id }) => _id === classId);
  const wanted = { classId: chosen && !offered ? classId : '', ...(childId && { childId }) };
  const quote = useQuery({
    ...read('GET /families/:id/seatPrice', { params: { id: account._id }, query: wanted }),
    enabled: wanted.classId !== '',
  }).data;
  const usualPrice = offered ? offered.person.cost / 100 : quote?.price;
  const price = typedPrice === undefined ? usualPrice : Number(typedPrice);
  const isOtherPrice = chosen !== undefined && typedPrice !== undefined && price !== usualPrice;
  const refusal = reserve.isError ? readApiError(reserve.error) : undefined;
  const { message = '', fields = {} } = refusal ?? {};
  const hasFields = Object.keys(fields).length > 0;

  async function send() {
    if (!chosen) return undefined;
    const { enrolled } = await reserve.mutateAsync({
      params: { id: account._id },
      body: {
        classId,
        childId: childId || null,
        until,
        ...(isOtherPrice && { price: price ?? 0, note: note.trim() }),
      },
    });
    if (enrolled) return `Enrolled in ${chosen.name}`;
    const next = hasMailbox(account.email)
      ? `${account.email} gets an email`
      : 'Print the letter for the family';
    return `Reserved until ${formatDay(until)}. ${next}`;
  }

  async function wait() {
    const { position } = await put.mutateAsync({
      params: { id: account._id },
      body: {
        classId,
        ...(childId && { childIds: [childId] }),
      },
    });
    return sayWaits(position, account);
  }

  return (
    <FormInDialog form={form} label="Reserve" isDisabled={!chosen} send={send}>
      {offered && (
        <p>
          The seat in <strong>{offered.campClass.name}</strong> that the waiting list offers to{' '}
          <strong>{offered.person.name}</strong>.
        </p>
      )}
      {!offered && (
        <SelectField
          label="For"
          value={childId}
          onChange={(event) => setChildId(event.target.value)}
        >
          {children.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
          <option value="">{account.name} (an adult)</option>
        </SelectField>
      )}
      {!offered && (
        <SelectField
          label="Class"
          value={chosen ? classId : ''}
          disabled={!classes.data}
          hint={classes.data && open.length === 0 && 'No class has a free seat.'}
          onChange={(event) => {
            reserve.reset();
            put.reset();
            setClassId(event.target.value);
            setTypedPrice(undefined);
          }}
        >
          <option value="">{classes.isPending ? 'Loading…' : 'Choose a class'}</option>
          {open.map(({ _id, name, camp_start, price: cost, sit }) => (
            <option key={_id} value={_id}>
              {name} · {formatDay(camp_start)} · {formatCharge(cost)} · {sit} free
            </option>
          ))}
        </SelectField>
      )}
      <Field
        label="Reserved until"
        type="date"
        value={until}
        hint="To the end of this day. Then others can take the seat."
        error={fields['body.until']}
        onChange={(event) => setUntil(event.target.value)}
      />
      {chosen && (
        <Field
          label={`Price (${currency})`}
          type="number"
          inputMode="decimal"
          min={0}
          step="any"
          value={typedPrice ?? usualPrice ?? ''}
          hint={
            <>
              It stays, whatever the class costs later. 0 enrolls at once. What the family owes in
              the end is on its page once the seat is reserved.
              <PriceLines lines={quote?.lines} className="mt-1" />
            </>
          }
          error={fields['body.price']}
          onChange={(event) => setTypedPrice(event.target.value)}
        />
      )}
      {isOtherPrice && (
        <Field
          label="Why another price?"
          hint="This goes into the audit log."
          autoComplete="off"
          maxLength={MAX_NOTE_LENGTH}
          value={note}
          error={fields['body.note']}
          onChange={(event) => setNote(event.target.value)}
        />
      )}
      <FormProblem>
        {classes.isError
          ? readApiError(classes.error).message
          : put.isError
            ? readApiError(put.error).message
            : !hasFields && message}
      </FormProblem>
      {refusal?.code === 'class_full' && (
        <button
          type="button"
          className="btn btn-outline btn-primary"
          disabled={put.isPending}
          onClick={() => void sendForm(form, wait)}
        >
          Put on the waiting list
        </button>
      )}
    </FormInDialog>
  );
}
