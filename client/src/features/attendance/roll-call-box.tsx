import { findMissing, type Gathered, type PersonHere } from './who-is-here.ts';

/** More names would push the list off a phone. */
const MAX_NAMES = 12;

type Props = { gathered: Gathered; seen: ReadonlySet<string> };

/** Who was not ticked off yet. It stays in sight. */
export function RollCallBox({ gathered, seen }: Props) {
  const missing = findMissing(gathered, seen);
  const isComplete = missing.here.length === 0;
  return (
    <div
      role="status"
      className={`bg-base-100 rounded-field sticky bottom-0 z-10 mb-4 border-2 p-3 [overflow-wrap:anywhere] ${isComplete ? 'border-primary' : 'border-error'}`}
    >
      <p className="text-xl font-extrabold">
        {isComplete
          ? 'Nobody is missing'
          : `${missing.here.length} missing of ${gathered.here.length}`}
      </p>
      {!isComplete && <p>{nameSome(missing.here)}</p>}
      {missing.unknown.length > 0 && (
        <p className="mt-2">
          <strong>{missing.unknown.length} perhaps not here:</strong> {nameSome(missing.unknown)}
        </p>
      )}
      <p className="mt-2">The ticks are only on this phone.</p>
    </div>
  );
}

function nameSome(people: PersonHere[]): string {
  const names = people.slice(0, MAX_NAMES).map(({ name }) => name);
  const more = people.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
