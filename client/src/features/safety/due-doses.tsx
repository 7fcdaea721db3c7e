import { formatTimeOfDay } from '@speakifyr/contract/format.ts';
import { useQuery } from '@tanstack/react-query';
import { Pill } from 'lucide-react';
import { readMinutes } from '../../lib/school-clock.ts';
import { useNow } from '../../lib/use-now.ts';
import { DoseButtons } from './dose-buttons.tsx';
import { isDue, listDoses } from './list-doses.ts';
import { classRecordsOptions } from './safety.queries.ts';

/** How often the page looks whether a dose is due, in milliseconds. */
const CLOCK_MS = 15_000;

/** The medicine that is due now in a class, above its day list. Nothing if none is. */
export function DueDoses({ classId, day }: { classId: string; day: string }) {
  const { data } = useQuery(classRecordsOptions(classId, day));
  const now = new Date(useNow(CLOCK_MS));
  const due = data ? listDoses(data).filter((one) => isDue(one, readMinutes(now))) : [];
  if (due.length === 0) return null;
  return (
    <section
      aria-label="Medicine that is due"
      className="bg-warning text-warning-content rounded-field mb-3 p-3"
    >
      <ul className="grid gap-3">
        {due.map((one, index) => (
          <li key={index} className="grid gap-2 [overflow-wrap:anywhere]">
            <p className="flex items-start gap-2 text-lg font-bold">
              <Pill className="mt-0.5 size-6 shrink-0" aria-hidden="true" />
              <span className="min-w-0">
                {formatTimeOfDay(one.medicine.at ?? '')} {one.name}: {one.medicine.what}
                {one.medicine.howMuch && `, ${one.medicine.howMuch}`}
              </span>
            </p>
            <DoseButtons dose={one} {...{ classId, day, now }} />
          </li>
        ))}
      </ul>
    </section>
  );
}
