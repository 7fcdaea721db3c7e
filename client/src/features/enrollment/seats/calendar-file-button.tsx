import { nameCalendarFile } from '@speakifyr/contract/format.ts';
import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { CalendarPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { saveFile } from '../../../lib/save-file.ts';

type Props = {
  seat: Pick<EnrolledClass, 'classData' | 'entry_code' | 'calendar'>;
  className?: string;
  children: ReactNode;
};

/** Saves the days of a class for a calendar. */
export function CalendarFileButton({ seat, className = '', children }: Props) {
  return (
    <button
      type="button"
      className={`btn btn-outline btn-sm ${className}`}
      onClick={() =>
        saveFile(
          nameCalendarFile(seat.classData.name, seat.entry_code),
          'text/calendar;charset=utf-8',
          seat.calendar,
        )
      }
    >
      <CalendarPlus className="size-4" aria-hidden="true" />
      {children}
    </button>
  );
}
