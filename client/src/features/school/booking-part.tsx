import { MAX_PAID_TOGETHER, MAX_SEATS_OF_LARGE } from '@speakifyr/contract/limits.ts';
import type { School } from '@speakifyr/contract/school-schema.ts';
import { useFormContext } from 'react-hook-form';
import { countOf } from '../../lib/count-of.ts';
import { Check } from '../../ui/check.tsx';
import { Field, SelectField } from '../../ui/field.tsx';
import type { SchoolPart } from './school-form.tsx';
import { SCHOOL_LABELS } from './school-labels.ts';
import { Sentences } from './sentences.tsx';

type Values = Pick<School, 'booking' | 'keepDays'>;

function Fields() {
  const { register } = useFormContext<Values>();
  const { booking, keepDays } = SCHOOL_LABELS;
  const count = { type: 'number', inputMode: 'numeric' } as const;
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          label={booking.holdMinutes}
          {...count}
          {...register('booking.holdMinutes', { valueAsNumber: true })}
        />
        <SelectField label={booking.joinUntil} {...register('booking.joinUntil')}>
          <option value="start">Its first day</option>
          <option value="end">Its last day</option>
        </SelectField>
        <Field
          label={booking.maxSeats}
          {...count}
          hint={`1 to ${MAX_SEATS_OF_LARGE}`}
          {...register('booking.maxSeats', { valueAsNumber: true })}
        />
        <Field
          label={booking.offerHours}
          {...count}
          hint="4 to 168, for a family on the waiting list"
          {...register('booking.offerHours', { valueAsNumber: true })}
        />
        <Field
          label={booking.childrenPerAdult}
          {...count}
          hint="The day list is red above it. 0: no warning"
          {...register('booking.childrenPerAdult', { valueAsNumber: true })}
        />
        <Field
          label={booking.maxHeld}
          {...count}
          hint={`1 to ${MAX_PAID_TOGETHER}`}
          {...register('booking.maxHeld', { valueAsNumber: true })}
        />
        <Field
          label={booking.maxHeldOfClass}
          {...count}
          hint="1 to 20. Of a free class, an account gets no more"
          {...register('booking.maxHeldOfClass', { valueAsNumber: true })}
        />
        <Field
          label={booking.maxHeldUnconfirmed}
          {...count}
          hint="1 to 10"
          {...register('booking.maxHeldUnconfirmed', { valueAsNumber: true })}
        />
      </div>
      <div>
        <Check {...register('booking.adultsJoin')}>{booking.adultsJoin}</Check>
        <Check {...register('booking.manyClasses')}>{booking.manyClasses}</Check>
        <Check {...register('booking.instructorsSeeEarnings')}>
          {booking.instructorsSeeEarnings}
        </Check>
      </div>
      <h2 className="mt-2 text-lg font-bold">How long you keep what you know of children</h2>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          label={keepDays.health}
          {...count}
          hint="After the last day of camp"
          {...register('keepDays.health', { valueAsNumber: true })}
        />
        <Field
          label={keepDays.attendance}
          {...count}
          {...register('keepDays.attendance', { valueAsNumber: true })}
        />
        <Field
          label={keepDays.safety}
          {...count}
          {...register('keepDays.safety', { valueAsNumber: true })}
        />
      </div>
    </>
  );
}

/** How families take seats. */
export const BOOKING: SchoolPart<Values> = {
  read: ({ booking, keepDays }) => ({ booking, keepDays }),
  write: (values) => values,
  ask: ({ booking, keepDays }, next) =>
    [
      (['health', 'attendance', 'safety'] as const).some(
        (name) => next.keepDays[name] < keepDays[name],
      ) && 'Everything older than that is erased within a minute, for good.',
      booking.joinUntil === 'end' &&
        next.booking.joinUntil === 'start' &&
        'This closes the waitlists of classes that have started and tells the families on them. Held seats in those classes can no longer be paid for.',
    ]
      .filter(Boolean)
      .join(' ') || undefined,
  fields: <Fields />,
  previewTitle: 'What it means',
  preview: ({ booking, keepDays }) => (
    <Sentences
      lines={[
        `A seat is held for ${countOf(booking.holdMinutes, 'minute')}. Nobody else can take it in that time.`,
        `An account holds at most ${countOf(booking.maxHeld, 'seat')} not paid for, ${booking.maxHeldOfClass} of them of one class, and ${booking.maxHeldUnconfirmed} until its email address is confirmed. Who holds more keeps them.`,
        'Each class has its own ages. The office can allow a child of another age.',
        `A class can be joined until its ${booking.joinUntil === 'start' ? 'first' : 'last'} day.`,
        `A class has at most ${countOf(booking.maxSeats, 'place')}. Classes that have more keep them.`,
        booking.adultsJoin
          ? 'Adults can take seats for themselves and for their children.'
          : 'Parents can take seats for their children only.',
        `Who waits has ${countOf(booking.offerHours, 'hour')} to answer an offer.`,
        booking.manyClasses
          ? 'An instructor can lead several classes that do not meet at once.'
          : 'An instructor leads one class.',
        booking.instructorsSeeEarnings
          ? 'Instructors see what their classes earned.'
          : 'Instructors do not see what their classes earned.',
        booking.childrenPerAdult > 0
          ? `The day list is red if an adult looks after more than ${countOf(booking.childrenPerAdult, 'child', 'children')}.`
          : 'The day list does not warn of too few adults.',
        `Health and contacts are erased ${countOf(keepDays.health, 'day')} after a child’s last day of camp, attendance after ${countOf(keepDays.attendance, 'day')}, doses and incidents after ${countOf(keepDays.safety, 'day')}.`,
      ]}
    />
  ),
};
