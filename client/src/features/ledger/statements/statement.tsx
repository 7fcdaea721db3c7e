import type { Statement as StatementFacts } from '@speakifyr/contract/statements.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatDate, formatIsoDay } from '../../../lib/format.ts';
import { linkToStatement } from '../../../lib/link-to-statement.ts';
import { read } from '../../../lib/read.ts';
import { PaperProblem, PaperSkeleton } from '../papers/paper-problem.tsx';
import { Paper } from '../papers/paper.tsx';
import { StatementLines } from './statement-lines.tsx';

/** What somebody paid for one person in one year, to read and to print. */
export function Statement({ no }: { no: string }) {
  const statement = useQuery(read('GET /statements/:no', { params: { no } }));
  if (statement.isPending) return <PaperSkeleton title="Statement" />;
  if (statement.isError)
    return (
      <PaperProblem
        title="Statement"
        query={statement}
        hint="Only the person who paid can see a statement."
      />
    );
  const { year, payer, student_name, issuedAt } = statement.data;
  const isYearOver = Number(formatIsoDay(new Date(issuedAt)).slice(0, 4)) > year;
  return (
    <Paper
      title={`Statement for ${year}`}
      {...statement.data}
      payer={{ title: 'Paid by', ...payer }}
    >
      <Versions statement={statement.data} />
      <p className="mt-6 [overflow-wrap:anywhere]">
        Paid for <strong>{student_name}</strong>{' '}
        <span>{`in ${year}${isYearOver ? '' : `, until ${formatDate(new Date(issuedAt))}`}.`}</span>
      </p>
      <StatementLines statement={statement.data} />
      <p className="text-base-content/80 mt-8 max-w-prose text-sm">
        Money counts in the year in which it was paid or returned, whatever the days of the class.
        What is returned in a later year is on the statement of that year.
      </p>
    </Paper>
  );
}

function Versions({ statement }: { statement: StatementFacts }) {
  const { version, replaces, replacedBy } = statement;
  if (!replaces && !replacedBy) return null;
  return (
    <p className="mt-6">
      Version {version}
      {replaces && (
        <span>
          , replaces <Reference {...replaces} />
        </span>
      )}
      <span>.</span>{' '}
      {replacedBy && (
        <strong>
          No longer up to date: replaced by <Reference {...replacedBy} />.
        </strong>
      )}
    </p>
  );
}

function Reference({ no, number }: { no: number; number: string }) {
  return (
    <Link to={linkToStatement(no)} className="link whitespace-nowrap">
      {number}
    </Link>
  );
}
