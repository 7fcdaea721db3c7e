import { hasMailbox } from '@speakifyr/contract/stand-in-address.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import type { EnrolledPerson } from '@speakifyr/contract/office.ts';
import { Mail } from 'lucide-react';
import { countOf } from '../../../lib/count-of.ts';
import type { Move } from './list-moves.ts';

type Props = {
  moves: Move[];
  /** Whether they get an email about it, as a sentence. */
  email: string;
  /** Undefined while loading. */
  students: EnrolledPerson[] | undefined;
  /** How many there are, even while loading. */
  count: number;
  /** If they could not be loaded. */
  onRetry: (() => void) | undefined;
};

/** Who is enrolled in a course whose days, hours, place or room are about to change, and what changes for them. */
export function AffectedStudents({ moves, email, students, count, onRetry }: Props) {
  const title = countOf(count, 'student is affected', 'students are affected');
  return (
    <section
      aria-label={title}
      className="border-warning bg-warning/10 rounded-field mt-5 grid gap-3 border-l-4 p-4"
    >
      <h2 className="text-lg font-bold">{title}</h2>
      <dl className="grid gap-1">
        {moves.map(({ label, before, after }) => (
          <div key={label} className="flex flex-wrap gap-x-2">
            <dt className="font-semibold">{label}:</dt>
            <dd>
              <del className="text-base-content/75">{before}</del>{' '}
              <ins className="font-semibold no-underline">{after}</ins>
            </dd>
          </div>
        ))}
      </dl>
      {students ? (
        <ul className="max-h-60 overflow-y-auto" tabIndex={0} aria-label="Affected students">
          {students.map(({ cartId, name, email: address }) => (
            <li key={cartId} className="break-words">
              {name} <span className="text-base-content/75">({address})</span>
            </li>
          ))}
        </ul>
      ) : onRetry ? (
        <p>
          Their names could not be loaded.{' '}
          <button type="button" className="text-primary font-semibold underline" onClick={onRetry}>
            {LABELS.retry}
          </button>
        </p>
      ) : (
        <div className="skeleton h-12" role="status" aria-label="Loading" />
      )}
      <p>They see the change in their dashboard. {email}</p>
      {students && (
        <a href={writeTo(students)} className="btn btn-outline btn-sm justify-self-start">
          <Mail className="size-4" aria-hidden="true" />
          Write to them
        </a>
      )}
    </section>
  );
}

/** Their addresses as blind copies, so that nobody sees those of the others. */
function writeTo(students: EnrolledPerson[]): string {
  return `mailto:?bcc=${students.flatMap(({ email }) => (hasMailbox(email) ? encodeURIComponent(email) : [])).join(',')}`;
}
