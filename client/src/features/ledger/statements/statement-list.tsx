import type { StatementChoice } from '@speakifyr/contract/statements.ts';
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { linkToStatement } from '../../../lib/link-to-statement.ts';
import { paths } from '../../../lib/paths.ts';
import { read } from '../../../lib/read.ts';
import { useSession } from '../../../session/auth.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { useIssueStatement } from './statements.queries.ts';

/** For each person and year that somebody has paid for, a button that opens the statement. */
export function StatementList() {
  const { user } = useSession();
  return (
    <>
      <PageHeading lead="What you paid in a year for each child, on one paper: for your taxes, or for a childcare benefit.">
        Statements
      </PageHeading>
      {user && <Choices />}
    </>
  );
}

function Choices() {
  const choices = useQuery(read('GET /myStatements'));
  if (choices.isPending)
    return <div role="status" aria-label="Loading" className="skeleton h-24 max-w-2xl" />;
  if (choices.isError) return <LoadProblem what="Your statements" query={choices} />;
  if (choices.data.length === 0)
    return (
      <EmptyState
        title="No statements yet"
        text="Once you have paid for a class, you find a statement for that year here."
        link={{ to: paths.enroll, label: 'Enrolled Course' }}
      />
    );
  return (
    <ul className="card bg-base-100 shadow-card divide-base-300 max-w-2xl divide-y px-5">
      {choices.data.map((choice) => (
        <li key={`${choice.participant} ${choice.year}`} className="py-4">
          <Choice choice={choice} />
        </li>
      ))}
    </ul>
  );
}

function Choice({ choice }: { choice: StatementChoice }) {
  const { student_name, year, latest } = choice;
  const issuing = useIssueStatement();
  const navigate = useNavigate();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <h2 className="text-base font-bold">
          {student_name}, {year}
        </h2>
        {latest && (
          <p className="text-base-content/80 text-sm tabular-nums">{`${latest.number}${latest.version > 1 ? `, version ${latest.version}` : ''}`}</p>
        )}
      </div>
      <ActionButton
        className="btn-primary"
        act={async () => {
          const { no } = await issuing.mutateAsync(choice);
          void navigate(linkToStatement(no));
        }}
      >
        <FileText className="size-4" aria-hidden="true" />
        Open statement{' '}
        <span className="sr-only">
          for {student_name}, {year}
        </span>
      </ActionButton>
    </div>
  );
}
