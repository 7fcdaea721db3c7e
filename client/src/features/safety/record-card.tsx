import type { SafetyRecord } from '@speakifyr/contract/safety.ts';
import { formatTimeOfDay } from '@speakifyr/contract/format.ts';
import type { ReactNode } from 'react';
import { formatClock, formatDay } from '../../lib/format.ts';
import { OUTCOMES } from './dose-buttons.tsx';

type Props = {
  record: SafetyRecord;
  /** Whose record it is, where several people are listed. */
  isNamed: boolean;
  /** What can be done with it. */
  children?: ReactNode;
};

/** A dose or an incident, as it was recorded, with what was added later. */
export function RecordCard({ record, isNamed, children }: Props) {
  const { name, className, day, at, by, dose, incident, addenda } = record;
  const what = dose ? dose.what : 'Incident';
  return (
    <li className="rounded-box border-base-300 grid gap-2 border p-4 [overflow-wrap:anywhere] print:break-inside-avoid">
      <h3 className="font-sans text-lg font-bold tracking-normal">{`${isNamed ? `${name}: ${what}` : what}${dose ? ` – ${OUTCOMES[dose.outcome].toLowerCase()}` : ''}`}</h3>
      <p className="text-base-content/80 text-sm">
        {formatDay(day)}, {formatClock(new Date(at))}, {className}. Recorded by {by}.
      </p>
      {dose && (
        <dl className="grid gap-1">
          <Fact term="How much">{dose.howMuch}</Fact>
          <Fact term="Planned for">{dose.at && formatTimeOfDay(dose.at)}</Fact>
          <Fact term="Note">{dose.note}</Fact>
        </dl>
      )}
      {incident && (
        <dl className="grid gap-1">
          <Fact term="What happened">{incident.what}</Fact>
          <Fact term="Where">{incident.where}</Fact>
          <Fact term="What we did">{incident.treatment}</Fact>
          <Fact term="Who saw it">{incident.witness}</Fact>
          <Fact term="Parents told">
            {incident.parentsToldAt ? formatTimeOfDay(incident.parentsToldAt) : 'Not yet'}
          </Fact>
        </dl>
      )}
      {addenda.map(({ at: addedAt, by: author, note }, index) => (
        <p key={index} className="border-base-300 border-t pt-2 whitespace-pre-line">
          <strong>
            Added on {formatDay(new Date(addedAt))}, {formatClock(new Date(addedAt))}, by {author}:
          </strong>{' '}
          {note}
        </p>
      ))}
      {children}
    </li>
  );
}

function Fact({ term, children }: { term: string; children: string | null }) {
  if (!children) return null;
  return (
    <div>
      <dt className="inline font-semibold">{term}: </dt>
      <dd className="inline whitespace-pre-line">{children}</dd>
    </div>
  );
}
