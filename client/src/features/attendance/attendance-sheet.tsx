import { useQuery } from '@tanstack/react-query';
import { Download, Printer } from 'lucide-react';
import { saveCsv } from '../../lib/csv.ts';
import { formatDay, formatTime } from '../../lib/format.ts';
import { read } from '../../lib/read.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { type AttendanceSheet as Sheet } from './attendance.queries.ts';
import { ListProblem } from './list-problem.tsx';
import { listSheetRows, nameSheetFile } from './sheet-file.ts';
import { describeSheetState, LEFT_ALONE, NOT_ALLOWED, SHEET_STATES } from './sheet-states.ts';

/** Who was in a class on each of its days, also to print. */
export function AttendanceSheet({ classId }: { classId: string }) {
  const sheet = useQuery(read('GET /attendanceSheet/:classId', { params: { classId } }));
  return (
    <>
      <PageHeading lead={sheet.data?.className}>Attendance sheet</PageHeading>
      {sheet.isPending ? (
        <div role="status" aria-label="Loading" className="skeleton h-72 w-full" />
      ) : sheet.isError ? (
        <ListProblem
          what="The attendance sheet"
          query={sheet}
          gone={{ title: 'This class does not exist', text: 'The link may be incomplete.' }}
        />
      ) : sheet.data.people.length === 0 || sheet.data.days.length === 0 ? (
        <EmptyState
          title="Nothing to show yet"
          text="From the first day of the class on, you see here who was there."
        />
      ) : (
        <OpenSheet sheet={sheet.data} />
      )}
    </>
  );
}

function OpenSheet({ sheet }: { sheet: Sheet }) {
  const { days, people } = sheet;
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-3 print:hidden">
        <button type="button" className="btn btn-outline btn-primary" onClick={() => print()}>
          <Printer className="size-4" aria-hidden="true" />
          Print
        </button>
        <button
          type="button"
          className="btn btn-outline btn-primary"
          onClick={() => saveCsv(nameSheetFile(sheet), listSheetRows(sheet))}
        >
          <Download className="size-4" aria-hidden="true" />
          Export CSV
          <span className="sr-only">: attendance</span>
        </button>
      </div>
      <p className="mb-3">
        {SHEET_STATES.map(({ letter, word }) => `${letter} = ${word.toLowerCase()}`).join(', ')}
      </p>
      {/* Wider than a phone. A keyboard scrolls what has the focus. */}
      <div
        role="region"
        aria-label="Attendance by day"
        tabIndex={0}
        className="card bg-base-100 shadow-card overflow-x-auto print:overflow-visible print:rounded-none print:shadow-none"
      >
        <table aria-label="Attendance" className="table print:text-xs">
          <thead className="bg-base-300/70">
            <tr>
              <th scope="col" className="text-base-content">
                Name
              </th>
              {days.map((day) => (
                <th key={day} scope="col" className="text-base-content whitespace-nowrap">
                  {formatDay(day)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {people.map(({ personId, name, group, days: attended }) => (
              <tr key={personId} className="print:break-inside-avoid">
                <th scope="row" className="w-28 align-top font-semibold break-words">
                  <span>{name.trim() || 'Not Found'}</span>
                  {group && <span className="block text-sm font-normal">{group}</span>}
                </th>
                {days.map((day) => (
                  <DayCell key={day} attended={attended.find((one) => one.day === day)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

type SheetDay = Sheet['people'][number]['days'][number];

function DayCell({ attended }: { attended: SheetDay | undefined }) {
  const { letter, word } = describeSheetState(attended);
  const times = [attended?.in, attended?.out].map((moment) =>
    moment ? formatTime(new Date(moment)) : '…',
  );
  return (
    <td className="w-28 align-top">
      <strong aria-hidden="true">{letter}</strong>
      <span className="sr-only">{word}</span>
      {(attended?.in ?? attended?.out) && (
        <span className="block whitespace-nowrap tabular-nums">{times.join(' – ')}</span>
      )}
      {attended?.leftAlone && <span className="block text-sm">{LEFT_ALONE}</span>}
      {attended?.collectedBy && (
        <span className="block text-sm [overflow-wrap:anywhere]">
          <span className="sr-only">Collected by </span>
          {attended.collectedBy}
        </span>
      )}
      {attended?.notAllowed && <strong className="text-error block text-sm">{NOT_ALLOWED}</strong>}
    </td>
  );
}
