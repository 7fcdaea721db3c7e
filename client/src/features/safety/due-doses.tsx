import { useQuery } from '@tanstack/react-query';
import { Pill } from 'lucide-react';
import { nameDose, nameDoseTime } from '../../lib/describe-medicine.ts';
import { readMinutes } from '../../lib/school-clock.ts';
import { useNow } from '../../lib/use-now.ts';
import { DoseButtons } from './dose-buttons.tsx';
import { isDue, listDoses } from './list-doses.ts';
import { classRecordsOptions } from './safety.queries.ts';

/** How often the page checks whether a dose is due, in milliseconds. */
const CLOCK_MS = 15_000;

/** The medicine that is due now in a class, above its day list. Renders nothing if none is. */
export function DueDoses({ classId, day }: { classId: string; day: string }) {
  const { data } = useQuery(classRecordsOptions(classId, day));
  const now = new Date(useNow(CLOCK_MS));
  const due = data ? listDoses(data).filter((one) => isDue(one, readMinutes(now))) : [];
  if (due.length === 0) return null;
  return (
    <section
      aria-label="Medicine that is due"
      className="card bg-base-100 shadow-card border-warning mb-3 overflow-hidden border-2"
    >
      <h2 className="bg-warning text-warning-content flex items-center gap-2 p-3 font-sans text-lg font-bold tracking-normal">
        <Pill className="size-6 shrink-0" aria-hidden="true" />
        Medicine is due
      </h2>
      <ul className="grid gap-4 p-4">
        {due.map((one, index) => (
          <li key={index} className="grid gap-2 [overflow-wrap:anywhere]">
            <p className="text-lg font-bold">
              {nameDoseTime(one.medicine)} {one.name}: {nameDose(one.medicine)}
            </p>
            <DoseButtons dose={one} {...{ classId, day, now }} />
          </li>
        ))}
      </ul>
    </section>
  );
}
