import { findMissing, type Gathered, type PersonHere } from './who-is-here.ts';

/** More names would cover the list on a phone. */
const MAX_NAMES = 4;

type Props = { gathered: Gathered; seen: ReadonlySet<string> };

/** Who was not ticked off yet. Their number stays in sight, below a phone's header. */
export function RollCallBox({ gathered, seen }: Props) {
  const missing = findMissing(gathered, seen);
  const isComplete = missing.here.length === 0;
  return (
    <>
      <div
        role="status"
        className={`bg-base-100 rounded-field sticky top-[4.5rem] z-10 mb-3 lg:top-0 border-2 p-3 [overflow-wrap:anywhere] ${isComplete ? 'border-primary' : 'border-error'}`}
      >
        <p className="text-xl font-extrabold">
          {isComplete
            ? 'Nobody is missing'
            : `${missing.here.length} missing of ${gathered.here.length}`}
        </p>
        {!isComplete && <p className="truncate">{nameSome(missing.here)}</p>}
      </div>
      {missing.unknown.length > 0 && (
        <p className="mb-3 [overflow-wrap:anywhere]">
          <strong>{`${missing.unknown.length} perhaps not here:`}</strong>{' '}
          <span>{nameSome(missing.unknown)}</span>
        </p>
      )}
      <p className="mb-3">The ticks are only on this phone.</p>
    </>
  );
}

function nameSome(people: PersonHere[]): string {
  const names = people.slice(0, MAX_NAMES).map(({ name }) => name);
  const more = people.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
