import type { School } from '@speakifyr/contract/school-schema.ts';
import {
  nameRate,
  readRates,
  sayTax,
  sayTaxOfPrices,
  taxIn,
  withTax,
} from '@speakifyr/contract/tax.ts';
import { useFormContext } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { countOf } from '../../lib/count-of.ts';
import { formatCharge } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Check } from '../../ui/check.tsx';
import { Field } from '../../ui/field.tsx';
import type { SchoolPart } from './school-form.tsx';
import { SCHOOL_LABELS, SCHOOL_TABS } from './school-labels.ts';
import { Sentences } from './sentences.tsx';

type Values = Pick<School, 'tax' | 'money'>;

/** What else a director decides about money, each on its own page. */
const PAGES = [
  { to: paths.changeRefundPolicy, label: 'Refund policy' },
  { to: paths.discounts, label: 'Discounts' },
  { to: paths.extras, label: 'Extras' },
  { to: paths.aidRequests, label: 'Financial aid' },
  { to: paths.bankTransfers, label: 'Bank transfers' },
  { to: paths.owedSeats, label: 'What is owed' },
  { to: paths.payments, label: 'Payments' },
];

function Fields() {
  const { register } = useFormContext<Values>();
  const { money, tax } = SCHOOL_LABELS;
  const count = { type: 'number', inputMode: 'numeric' } as const;
  const rate = { type: 'number', inputMode: 'decimal', step: '0.001' } as const;
  return (
    <>
      <p className="text-base-content/80">
        {`Cards are charged in ${SCHOOL.currency}. It is chosen on the part ${SCHOOL_TABS.days.label}.`}
      </p>
      <Field
        label={money.bankAccount}
        maxLength={200}
        hint="In your bank’s words. Empty: families are not asked for transfers"
        {...register('money.bankAccount')}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          label={money.installments}
          {...count}
          hint="1: all at once. Up to 6, one a month"
          {...register('money.installments', { valueAsNumber: true })}
        />
        <Field
          label={money.deposit}
          type="number"
          inputMode="decimal"
          step="0.01"
          hint={`In ${SCHOOL.currency}. 0: all parts are alike`}
          {...register('money.deposit', { valueAsNumber: true })}
        />
      </div>
      <fieldset>
        <legend className="mb-1.5 font-semibold">
          {`${money.reminderDays}, counted from the day on which something is due. Below 0: before it`}
        </legend>
        <div className="grid grid-cols-3 items-start gap-3">
          {(['First', 'Second', 'Last'] as const).map((name, place) => (
            <Field
              key={name}
              label={name}
              {...count}
              {...register(`money.reminderDays.${place}`, { valueAsNumber: true })}
            />
          ))}
        </div>
      </fieldset>
      <Field
        label={money.releaseAfterDays}
        {...count}
        hint="0: never, the office decides. Otherwise 8 or more, and after the last reminder, which names the day"
        {...register('money.releaseAfterDays', { valueAsNumber: true })}
      />
      <fieldset>
        <legend className="mb-1.5 font-semibold">Tax. Leave the name empty if there is none</legend>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field label={tax.name} maxLength={20} placeholder="VAT" {...register('tax.name')} />
          <Field
            label={tax.percent}
            {...rate}
            hint="Such as 19 or 8.875. 0: classes are free of tax"
            {...register('tax.percent', { valueAsNumber: true })}
          />
          <Field
            label={tax.extras}
            {...rate}
            hint="Empty: as for classes. 0: extras are free of tax"
            {...register('tax.extras', { setValueAs: readRate })}
          />
          <Field
            label={tax.fees}
            {...rate}
            hint="What the refund policy keeps as a fee. Empty: as for what was canceled"
            {...register('tax.fees', { setValueAs: readRate })}
          />
        </div>
        <Check {...register('tax.isAdded')}>{tax.isAdded}</Check>
        <p className="text-base-content/80 text-sm">
          As in the United States and Canada. Otherwise, it is in them. Seats that are held or sold
          keep their price, and receipts their rates.
        </p>
      </fieldset>
      <p className="mt-2">
        Also about money:{' '}
        {PAGES.map(({ to, label }, place) => (
          <span key={to}>
            <span>{place > 0 ? ', ' : ''}</span>
            <Link to={to} className="link">
              {label}
            </Link>
          </span>
        ))}
      </p>
    </>
  );
}

/** Empty: as for classes. */
function readRate(value: string | number | null): number | null {
  return value === '' || value === null ? null : Number(value);
}

/** How families pay. */
export const MONEY: SchoolPart<Values> = {
  read: ({ money, tax }) => {
    const { extras = null, fees = null, isAdded = false } = tax;
    return { money, tax: { ...tax, extras, fees, isAdded } };
  },
  write: (values) => values,
  fields: <Fields />,
  previewTitle: 'What it means',
  preview: (school) => <Sentences lines={describeMoney(school)} />,
};

/** What the decisions about money mean, one sentence each. */
function describeMoney({ money, tax }: Values): string[] {
  const { bankAccount, installments, deposit, reminderDays, releaseAfterDays } = money;
  const parts = installments - 1;
  return [
    'Families pay by card. The office enters cash, checks and transfers on the page of the family.',
    installments === 1
      ? 'A seat is paid at once.'
      : `A seat can be paid by card in ${installments} parts, one a month: ${
          deposit > 0
            ? `${formatCharge(deposit)} at once, and the rest in ${countOf(parts, 'part')}`
            : 'all alike'
        }, if the last one is due before the class begins.`,
    bankAccount
      ? `Families who pay by transfer read this account: ${bankAccount}.`
      : 'Families are not asked for transfers.',
    `Who owes something is reminded ${joinDays(reminderDays.map(sayReminder))}.`,
    releaseAfterDays > 0
      ? `A seat that is not paid is released ${countOf(releaseAfterDays, 'day')} after it was due.`
      : 'A seat that is not paid stays until the office releases it.',
    ...describeTax(tax),
    ...describeFees(tax),
  ];
}

function describeTax(tax: Values['tax']): string[] {
  const rates = readRates({ tax });
  if (!rates) return [];
  const extras =
    rates.extras === rates.classes
      ? 'Extras have the same rate.'
      : `Extras: ${rates.extras > 0 ? nameRate({ ...rates, percent: rates.extras }) : 'no tax'}.`;
  const paid = tax.isAdded ? withTax(10_000, rates.classes) : 10_000;
  const inIt = taxIn({ ...rates, percent: rates.classes }, paid);
  if (rates.classes === 0) return [`Classes have no tax. ${extras}`];
  return [
    tax.isAdded
      ? `A class of ${formatCharge(100)} costs ${formatCharge(paid / 100)}; its page says “${sayTaxOfPrices({ tax })}”.`
      : `A class of ${formatCharge(100)} costs that, with the tax in it.`,
    `Its receipt says “${sayTax(inIt, SCHOOL.currency)}”, and your tax number. ${extras}`,
  ];
}

/** Of the refund policy’s fee, if it has a rate of its own. */
function describeFees({ name, fees }: Values['tax']): string[] {
  if (typeof fees !== 'number') return [];
  const fee = formatCharge(10);
  const { amount } = taxIn({ name, percent: fees }, 1_000);
  return [
    fees === 0
      ? `A fee that is kept for a canceled seat has no tax; its credit note gives back the tax on it.`
      : `A fee of ${fee} that is kept for a canceled seat has ${nameRate({ name, percent: fees })}, ${formatCharge(amount / 100)}, in it, whichever tax the seat had.`,
  ];
}

function sayReminder(days: number): string {
  if (days === 0) return 'on the day it is due';
  return `${countOf(Math.abs(days), 'day')} ${days < 0 ? 'before' : 'after'} it is due`;
}

function joinDays(days: string[]): string {
  return `${days.slice(0, -1).join(', ')} and ${days.at(-1) ?? ''}`;
}
