import type { ClassTeam as Team } from '@speakifyr/contract/team.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { capitalize } from '../../../lib/capitalize.ts';
import { formatDays } from '../../../lib/format.ts';
import { read } from '../../../lib/read.ts';
import { CertificateWarnings } from '../../../ui/certificate-warnings.tsx';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { AddMember } from './add-member.tsx';
import { TeamRow } from './team-row.tsx';

/** Who looks after a class: its instructor, and assistants and substitutes on their days. */
export function ClassTeam({ classId }: { classId: string }) {
  const team = useQuery(read('GET /classTeam/:classId', { params: { classId } }));
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section className="mb-8">
      <h2 ref={heading} tabIndex={-1} className="mb-3 text-xl font-bold outline-none">
        Team
      </h2>
      {team.isPending ? (
        <div className="skeleton h-28" role="status" aria-label="Loading the team" />
      ) : team.isError ? (
        <LoadProblem what="The team" query={team} />
      ) : (
        <LoadedTeam classId={classId} team={team.data} onDone={() => heading.current?.focus()} />
      )}
    </section>
  );
}

type Props = { classId: string; team: Team; onDone: () => void };

function LoadedTeam({ classId, team, onDone }: Props) {
  const { lead, days, today, members, people } = team;
  // Nothing is left to do for a class that is over.
  const last = days.at(-1);
  const past = members.filter(({ to }) => to < today);
  const coming = members.filter(({ to }) => to >= today);
  return (
    <>
      <div className="mb-3">
        {lead ? (
          <>
            <p>
              <span className="font-semibold">{lead.name}</span> leads the class
            </p>
            {last && (
              <CertificateWarnings certificates={lead.certificates} today={today} until={last} />
            )}
          </>
        ) : (
          <p>Nobody leads this class yet.</p>
        )}
      </div>
      {coming.length > 0 && (
        <ul className="mb-4 grid gap-3">
          {coming.map((member) => (
            <TeamRow key={member.memberId} {...{ classId, team, member, onDone }} />
          ))}
        </ul>
      )}
      {past.length > 0 && (
        <details className="mb-4">
          <summary className="cursor-pointer py-2">Earlier : {past.length}</summary>
          <ul className="text-base-content/80">
            {past.map(({ memberId, name, role, from, to }) => (
              <li key={memberId}>
                {name} · {capitalize(role)} · {formatDays(from, to)}
              </li>
            ))}
          </ul>
        </details>
      )}
      {days.length > 0 &&
        (people.length > 0 ? (
          <div className="flex flex-wrap gap-3 print:hidden">
            <AddMember {...{ classId, team, onDone }} role="substitute" />
            <AddMember {...{ classId, team, onDone }} role="assistant" />
          </div>
        ) : (
          <p className="text-base-content/80">
            Nobody can be added: assistants and substitutes are instructors, too. Make somebody an
            instructor first.
          </p>
        ))}
    </>
  );
}
