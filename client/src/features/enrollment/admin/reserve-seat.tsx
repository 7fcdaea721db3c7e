import type { Family } from '@speakifyr/contract/families.ts';
import { hasMailbox } from '@speakifyr/contract/stand-in-address.ts';
import type { TaxInAmount } from '@speakifyr/contract/payments.ts';
import { sayTax, taxIn } from '@speakifyr/contract/tax.ts';
import { useQuery } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { useController, useWatch } from 'react-hook-form';
import { addDays } from '@speakifyr/contract/days.ts';
import { toChosen } from '@speakifyr/contract/sold-by-day.ts';
import { readApiError } from '../../../lib/api.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { formatDay, formatIsoDay, readToday } from '../../../lib/format.ts';
import { read } from '../../../lib/read.ts';
import { formatCamp } from '../../../lib/say-days.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ChooseClass } from '../../../ui/choose-class.tsx';
import { Field, SelectField } from '../../../ui/field.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { type DialogForm, FormDialog } from '../../../ui/form-dialog.tsx';
import { FormInDialog } from '../../../ui/form-in-dialog.tsx';
import { NoteField } from '../../../ui/usual-fields.tsx';
import { PriceLines } from '../../../ui/price-lines.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { AllowAnyway, sayMisfit } from './class-for-somebody.tsx';
import { canReserve, firstOfficeDays, OfficeDays } from './office-days.tsx';
import { sayWaits } from './put-on-list.tsx';

type Props = {
  family: Pick<Family, 'account' | 'children'>;
  /** A seat that the waiting list offers to them or that is reserved already, if it is about that one. */
  kept?: Family['held'][number];
  /** Called after the admin has closed the success message. */
  onDone: () => void;
};

/** The button with which the office books for a family that calls: it reserves a seat until a day, or changes that. */
export function ReserveSeat({ onDone, ...about }: Props) {
  const { kept } = about;
  const isReserved = kept?.person.isReserved === true;
  const label = kept ? (
    <>
      <span>{isReserved ? 'Other day or price' : 'Reserve'}</span>{' '}
      <span className="sr-only">for the seat of {kept.person.name}</span>
    </>
  ) : (
    <>
      <CalendarPlus className="size-4" aria-hidden="true" />
      <span>Reserve a seat</span>
    </>
  );
  return (
    <FormDialog
      className={isReserved ? 'btn-outline btn-primary' : 'btn-primary'}
      label={label}
      title={isReserved ? 'Change the reservation' : 'Reserve a seat'}
      onDone={onDone}
    >
      {(dialog) => <ReserveForm {...about} dialog={dialog} />}
    </FormDialog>
  );
}

/** How much of the price is tax: that of the seat, also if its reservation is older than the school's decision. R637 */
function sayTaxIn([rate]: TaxInAmount[] = [], price: string | number = ''): string {
  const cents = Math.round(Number(price) * 100);
  return rate && cents > 0
    ? `With the tax in it. ${sayTax(taxIn(rate, cents), SCHOOL.currency)}.`
    : '';
}

type FormProps = Pick<Props, 'family' | 'kept'> & { dialog: DialogForm };

function ReserveForm({ family: { account, children }, kept, dialog }: FormProps) {
  const reserved = kept?.person.isReserved ? kept.person : undefined;
  const put = useChange('POST /families/:id/waiting');
  const form = useCallForm('POST /families/:id/seats', {
    defaultValues: {
      childId: kept ? (kept.person.childId ?? '') : (children[0]?._id ?? ''),
      classId: kept?.campClass._id ?? '',
      until: reserved ? formatIsoDay(new Date(reserved.heldUntil)) : addDays(readToday(), 7),
      /** As long as nobody types one, it is the usual price. */
      price: null as string | null,
      note: '',
      /** Of a class that is sold by day. */
      days: null as string[] | null,
    },
    toInput: ({ childId, classId, until, price, note, days }) => ({
      params: { id: account._id },
      body: {
        classId,
        childId: childId || null,
        ...(reserved && { cartId: reserved.cartId }),
        until,
        ...(days && { days }),
        ...(isOther(price) && { price: Number(price || Number.NaN), note }),
      },
    }),
  });
  // First: the first wrong field has the focus.
  form.register('classId');
  const { field: priceField } = useController({ control: form.control, name: 'price' });
  const [childId, classId, days] = useWatch({
    control: form.control,
    name: ['childId', 'classId', 'days'],
  });
  const child = children.find(({ _id }) => _id === childId);
  const query = child ? { childId } : { userId: account._id };
  const classes = useQuery(read('GET /classChoices', { query }));
  const open = classes.data?.filter(({ isJoinable }) => isJoinable);
  const chosen = open?.find(({ _id }) => _id === classId);
  const some = chosen && days ? toChosen(chosen, days)?.length : undefined;
  const wanted = {
    classId: chosen ? classId : '',
    ...(childId && { childId }),
    ...(some && { days: some }),
  };
  const quote = useQuery({
    ...read('GET /families/:id/seatPrice', { params: { id: account._id }, query: wanted }),
    enabled: wanted.classId !== '',
  }).data;
  const usualPrice = quote?.price;
  const isOther = (price: string | null): boolean => price !== null && Number(price) !== usualPrice;

  async function reserve(values: Parameters<typeof form.send>[0]) {
    const { enrolled } = await form.send(values);
    if (enrolled) return `Enrolled in ${chosen?.name ?? 'the class'}`;
    const next = hasMailbox(account.email)
      ? `${account.email} gets an email`
      : 'Print the letter for the family';
    return `Reserved until ${formatDay(values.until)}. ${next}`;
  }

  async function wait() {
    dialog.onBusy(true);
    try {
      const { position } = await put.mutateAsync({
        params: { id: account._id },
        body: {
          classId,
          ...(childId && { childIds: [childId] }),
          ...(some && days && { days }),
        },
      });
      dialog.onDone(sayWaits(position, account));
    } catch (error) {
      form.setError('root', { type: 'class_full', message: readApiError(error).message });
    } finally {
      dialog.onBusy(false);
    }
  }

  return (
    <FormInDialog
      dialog={dialog}
      form={form}
      label={reserved ? 'Change' : 'Reserve'}
      isDisabled={!classes.data || put.isPending}
      onSubmit={reserve}
    >
      {kept ? (
        <p>
          The seat in <strong>{kept.campClass.name}</strong> that{' '}
          <span>{reserved ? 'is reserved for' : 'the waiting list offers to'}</span>{' '}
          <strong>{kept.person.name}</strong>
          <span>{`${kept.person.days ? `, ${formatCamp(kept.campClass)}` : ''}.`}</span>
        </p>
      ) : (
        <>
          <SelectField label="For" {...form.register('childId')}>
            {children.map(({ _id, name }) => (
              <option key={_id} value={_id}>
                {name}
              </option>
            ))}
            <option value="">{account.name} (an adult)</option>
          </SelectField>
          <ChooseClass
            name="classId"
            classes={open}
            judge={(choice) =>
              sayMisfit(choice) ?? (canReserve(choice) ? undefined : 'No free seat')
            }
            none="No class can be joined now."
            onChange={(choice) => {
              form.clearErrors();
              form.setValue('days', firstOfficeDays(choice));
              form.setValue('price', null);
            }}
          >
            {child && chosen && <AllowAnyway child={child} choice={chosen} />}
            {chosen && <OfficeDays choice={chosen} />}
          </ChooseClass>
        </>
      )}
      <Field
        label="Reserved until"
        type="date"
        hint="To the end of this day. Then others can take the seat."
        {...form.register('until')}
      />
      {chosen && (
        <Field
          label={`Price (${SCHOOL.currency})`}
          type="number"
          inputMode="decimal"
          min={0}
          step="any"
          hint={
            <>
              <span>{sayTaxIn(quote?.taxes, priceField.value ?? usualPrice)}</span>{' '}
              <span>
                It stays, whatever the class costs later. 0 enrolls at once. What the family owes in
                the end is on its page once the seat is reserved.
              </span>
              <PriceLines lines={quote?.lines} className="mt-1" />
            </>
          }
          {...priceField}
          value={priceField.value ?? usualPrice ?? ''}
        />
      )}
      {chosen && isOther(priceField.value) && (
        <NoteField label="Why another price?" {...form.register('note')} />
      )}
      {classes.isError && <FormProblem>{readApiError(classes.error).message}</FormProblem>}
      {(form.formState.errors.root?.type === 'class_full' || (chosen && !canReserve(chosen))) &&
        !kept && (
          <button
            type="button"
            className="btn btn-outline btn-primary"
            disabled={put.isPending}
            onClick={() => void wait()}
          >
            Put on the waiting list
          </button>
        )}
    </FormInDialog>
  );
}
