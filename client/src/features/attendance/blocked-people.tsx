import { Ban } from 'lucide-react';
import { formatDate } from '../../lib/format.ts';
import type { PersonNow } from './read-person.ts';

/** Who must not collect a child, above everybody who may. Renders nothing if there is nobody. */
export function BlockedPeople({ person: { name, mustNotCollect } }: { person: PersonNow }) {
  if (mustNotCollect.length === 0) return null;
  return (
    <section
      aria-label={`Must not collect ${name}`}
      className="border-error rounded-field border-2 p-3 [overflow-wrap:anywhere]"
    >
      <h3 className="flex items-center gap-2 text-lg font-extrabold">
        <Ban className="text-error size-6 shrink-0" aria-hidden="true" />
        Must not collect {name}
      </h3>
      <ul className="mt-1 space-y-1">
        {mustNotCollect.map((blocked, place) => (
          <li key={place}>
            <strong className="text-error text-xl">{`${blocked.name}${blocked.nameNow ? `, now ${blocked.nameNow}` : ''}`}</strong>
            <span className="block">{`Since ${formatDate(blocked.since)}${blocked.note ? `. ${blocked.note}` : ''}`}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2 font-semibold">
        If they come, keep {name} with you and call the office. Only the office can change this.
      </p>
    </section>
  );
}
