import { namePlace } from '@speakifyr/contract/format.ts';
import { CURRENCIES } from '@speakifyr/contract/places.ts';
import { findCurrencyLabel } from '@speakifyr/contract/school-look.ts';
import type { VersionedSchool } from '@speakifyr/contract/school-schema.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { useId } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Field, SelectField } from '../../ui/field.tsx';
import { SCHOOL_LABELS } from './school-labels.ts';

export type PlaceValues = Pick<
  VersionedSchool,
  'timeZone' | 'currency' | 'currencyLabel' | 'fixedBecause'
>;

/** `USD, US Dollar` */
function nameCurrency(code: string): string {
  return `${code}, ${new Intl.DisplayNames('en', { type: 'currency' }).of(code) ?? code}`;
}

/** The time zone and the currency. Once something is written in them, they stay. R625 */
export function PlaceFields() {
  const { register } = useFormContext<PlaceValues>();
  const [timeZone, currency, fixedBecause] = useWatch<
    PlaceValues,
    ['timeZone', 'currency', 'fixedBecause']
  >({
    name: ['timeZone', 'currency', 'fixedBecause'],
  });
  const listId = useId();
  return (
    <>
      {fixedBecause ? (
        <p>
          {`The school’s clock is that of ${namePlace(timeZone)}, and cards are charged in ${nameCurrency(currency)}. Both stay as they are, because ${fixedBecause}: days, prices and payments are written in them.`}
        </p>
      ) : (
        <>
          <p className="text-base-content/80">
            Choose the time zone and the currency before your first class: then they stay.
          </p>
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <Field
              label={SCHOOL_LABELS.timeZone}
              list={listId}
              hint="Type a large city, such as New York"
              autoComplete="off"
              {...register('timeZone', {
                setValueAs: (text: string) => text.trim().replaceAll(' ', '_'),
              })}
            />
            <datalist id={listId}>
              {['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => (
                <option key={zone} value={zone}>
                  {zone.replaceAll('_', ' ')}
                </option>
              ))}
            </datalist>
            <SelectField
              label={SCHOOL_LABELS.currency}
              hint="Cards are charged in it. Stripe has to pay it out to you"
              {...register('currency')}
            >
              {CURRENCIES.map((code) => (
                <option key={code} value={code}>
                  {nameCurrency(code)}
                </option>
              ))}
            </SelectField>
          </div>
        </>
      )}
      <Field
        label={SCHOOL_LABELS.currencyLabel}
        hint="Such as US$ or €. Empty: the currency’s own sign"
        placeholder={findCurrencyLabel({ ...SCHOOL, currency, currencyLabel: '' })}
        maxLength={12}
        {...register('currencyLabel')}
      />
    </>
  );
}
