import { IMPORT_DAYS } from '@speakifyr/contract/import-fields.ts';
import type { ImportState } from '@speakifyr/contract/imports.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { countOf } from '../../../lib/count-of.ts';
import { linkToEditCourse, linkToFamily } from '../../../lib/dashboard-links.ts';
import { formatClock, formatDay } from '../../../lib/format.ts';
import { read } from '../../../lib/read.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { PageSection } from '../../../ui/page-heading.tsx';
import { countMade } from './count-made.ts';
import { RowList } from './import-preview.tsx';
import { InviteFamilies } from './invite-families.tsx';

const ASK_AGAIN_MS = 2_000;

const isUnderWay = ({ state }: ImportState) => state === 'running' || state === 'undoing';

/** What was imported in the last days, how far it is, and what can be done about it. */
export function ImportList() {
  const list = useQuery({
    ...read('GET /imports'),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? ASK_AGAIN_MS : false),
  });
  if (list.isPending)
    return <div role="status" aria-label="Loading" className="skeleton h-40 w-full" />;
  if (list.isError) return <LoadProblem what="The list of imports" query={list} />;
  return (
    <PageSection title="Imported" none={`Nothing was imported in the last ${IMPORT_DAYS} days.`}>
      {list.data.length > 0 && (
        <ul className="grid gap-4">
          {list.data.map((one) => (
            <ImportCard key={one._id} one={one} />
          ))}
        </ul>
      )}
    </PageSection>
  );
}

function ImportCard({ one }: { one: ImportState }) {
  const { kind = 'families', at = '', by, state, made, same, rows: problems, left } = one;
  const kept = state === 'undone' ? left : [];
  const undo = useChange('DELETE /imports/:id');
  const when = new Date(at);
  return (
    <li className="card bg-base-100 shadow-card min-w-0 p-4 sm:p-5">
      <h3 className="text-lg font-bold">{kind === 'families' ? 'Families' : 'Classes'}</h3>
      <p className="text-base-content/80 text-sm [overflow-wrap:anywhere]">
        {`${formatDay(when)}, ${formatClock(when)}, by ${by || 'somebody'}`}
      </p>
      <p role="status" className="mt-2 font-semibold">
        {sayState(one)}
      </p>
      {state === 'running' && (
        <progress
          className="progress progress-primary mt-2 w-full max-w-md"
          aria-label="Imported so far"
          value={made + problems.length}
          max={one.total + problems.length}
        />
      )}
      {(same > 0 || problems.length > 0) && (
        <p className="mt-1">
          {[
            same > 0 && countOf(same, 'row was here already', 'rows were here already'),
            problems.length > 0 &&
              countOf(problems.length, 'row was left out', 'rows were left out'),
          ]
            .filter(Boolean)
            .join(', ')}
          .
        </p>
      )}
      {problems.length > 0 && (
        <details className="mt-2">
          <summary className="link cursor-pointer">Why rows were left out</summary>
          <div className="mt-3">
            <RowList label="Rows that were left out" rows={problems} />
          </div>
        </details>
      )}
      {kept.length > 0 && (
        <div className="mt-2">
          <p>
            {`${countOf(kept.length, kind === 'families' ? 'family stays' : 'class stays', kind === 'families' ? 'families stay' : 'classes stay')}, because somebody has touched ${kept.length === 1 ? 'it' : 'them'} since:`}
          </p>
          <ul className="list-disc pl-5 [overflow-wrap:anywhere]">
            {kept.map(({ _id, name }) => (
              <li key={_id}>
                <Link
                  className="link"
                  to={kind === 'families' ? linkToFamily(_id) : linkToEditCourse(_id)}
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      {(state === 'done' || state === 'stopped') && (
        <div className="mt-4 flex flex-wrap gap-3">
          {kind === 'families' && <InviteFamilies families={left} />}
          {made > 0 && (
            <ActionButton
              className="btn-outline btn-error"
              question={{
                titleText: 'Undo this import?',
                text: `${countMade(made, kind)} of it will go, except those that somebody has touched since: they stay, and you see which.`,
                confirm: 'Undo it',
                isDangerous: true,
              }}
              act={() => undo.mutateAsync({ params: { id: one._id } })}
            >
              Undo
            </ActionButton>
          )}
        </div>
      )}
    </li>
  );
}

function sayState({ kind = 'families', state, total, made }: ImportState): string {
  if (state === 'running') return `${made} of ${countMade(total, kind)} so far …`;
  if (state === 'undoing') return `It is being undone. ${countMade(made, kind)} left to look at …`;
  if (state === 'undone') return 'It is undone.';
  if (state === 'stopped')
    return `Stopped after ${countMade(made, kind)}: the person who started it is no longer a director.`;
  return `${countMade(made, kind)} imported.`;
}
