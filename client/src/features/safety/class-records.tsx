import { useQuery } from '@tanstack/react-query';
import { NotebookPen } from 'lucide-react';
import { isRefused } from '../../lib/api-error.ts';
import { nameDose, nameDoseTime } from '../../lib/describe-medicine.ts';
import { formatClock, readToday } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { LoadProblem } from '../../ui/error-state.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { AddToRecord } from './add-to-record.tsx';
import { DoseButtons, OUTCOMES } from './dose-buttons.tsx';
import { IncidentForm } from './incident-form.tsx';
import { listDoses, type PlannedDose } from './list-doses.ts';
import { RecordCard } from './record-card.tsx';
import { type ClassRecords as Records, classRecordsOptions } from './safety.queries.ts';

type Props = { classId: string; day: string };

/** The medicine of a class's day, and what was recorded. Below the day list. */
export function ClassRecords({ classId, day }: Props) {
  const records = useQuery(classRecordsOptions(classId, day));
  return (
    <section aria-labelledby="records-heading" className="mt-8">
      <h2 id="records-heading" className="mb-3 text-2xl font-bold">
        Medicine and incidents
      </h2>
      {/* Without a connection it stays: somebody may just be writing an incident. */}
      {records.data && !isRefused(records.error) ? (
        <Loaded {...{ classId, day }} data={records.data} />
      ) : records.isError ? (
        <LoadProblem what="Medicine and incidents" query={records} />
      ) : (
        <div role="status" aria-label="Loading" className="skeleton h-24 w-full" />
      )}
    </section>
  );
}

function Loaded({ classId, day, data }: Props & { data: Records }) {
  const doses = listDoses(data);
  const isOpen = day <= readToday();
  return (
    <div className="grid gap-4">
      {doses.length === 0 ? (
        <p>Nobody in this class needs medicine from us.</p>
      ) : (
        <ul aria-label="Medicine" className="grid gap-3">
          {doses.map((dose, index) => (
            <DoseRow key={index} {...{ dose, classId, day }} />
          ))}
        </ul>
      )}
      {data.records.length > 0 && (
        <ul aria-label="Recorded" className="grid gap-3">
          {data.records.map((record) => (
            <RecordCard key={record._id} record={record} isNamed>
              <AddToRecord
                recordId={record._id}
                label={`${record.name}, ${record.dose?.what ?? 'incident'}`}
              />
            </RecordCard>
          ))}
        </ul>
      )}
      {isOpen && (
        <FormDialog
          className="btn-outline min-h-12 w-full sm:w-auto sm:justify-self-start"
          label={
            <>
              <NotebookPen className="size-5" aria-hidden="true" />
              Record an incident
            </>
          }
          title="What happened?"
          onDone={() => undefined}
        >
          {(dialog) => <IncidentForm {...{ dialog, classId, day }} people={data.people} />}
        </FormDialog>
      )}
    </div>
  );
}

/** Only on the day itself: what was given is recorded at once. */
function DoseRow({ dose, classId, day }: Props & { dose: PlannedDose }) {
  const now = new Date(useNow(60_000));
  const { name, medicine, record } = dose;
  const isToday = day === readToday();
  return (
    <li className="card bg-base-100 shadow-card grid gap-2 p-4 [overflow-wrap:anywhere]">
      <p className="text-lg font-bold">
        {nameDoseTime(medicine)}, {name}
      </p>
      <p>{nameDose(medicine)}</p>
      {record?.dose && (
        <p className="font-semibold">
          {OUTCOMES[record.dose.outcome]} {formatClock(new Date(record.at))}
        </p>
      )}
      {isToday && (!record || medicine.at === null) && (
        <DoseButtons {...{ dose, classId, day, now }} />
      )}
    </li>
  );
}
