import type { AttendanceKind } from '@speakifyr/contract/attendance-state.ts';
import { CloudOff } from 'lucide-react';
import { hasDeviceStore } from './device-store.ts';
import type { RefusedTap } from './kept-taps.ts';
import type { PersonNow } from './read-person.ts';
import { sayProblem } from './tap-problems.ts';
import type { useTaps } from './use-taps.ts';

type Props = {
  taps: Pick<ReturnType<typeof useTaps>, 'notSent' | 'refused' | 'forgetRefused'>;
  people: PersonNow[];
};

/** What the server does not know yet, and what it did not record. */
export function TapNotes({ taps: { notSent, refused, forgetRefused }, people }: Props) {
  return (
    <>
      <div role="status">
        {notSent > 0 && (
          <p className="bg-warning text-warning-content rounded-field mb-3 flex items-start gap-3 p-3">
            <CloudOff className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
            <span>
              <strong>{`${notSent} not sent.`}</strong>{' '}
              <span>{`${hasDeviceStore() ? 'They wait on this phone' : 'Keep this page open'}: we try again every few seconds.`}</span>
            </span>
          </p>
        )}
      </div>
      <div role="alert">
        {refused.length > 0 && (
          <div className="border-error rounded-field mb-3 border-2 p-3">
            <ul className="space-y-1 [overflow-wrap:anywhere]">
              {refused.map((own) => (
                <li key={own.tap._id}>{describeRefused(own, people)}</li>
              ))}
            </ul>
            <button
              type="button"
              className="btn btn-outline mt-2 min-h-12 w-full sm:w-auto"
              onClick={forgetRefused}
            >
              I have read this
            </button>
          </div>
        )}
      </div>
    </>
  );
}

const KINDS: Record<AttendanceKind, string> = {
  in: 'Arrived',
  out: 'Leaves',
  absent: 'Absent',
  undo: 'Undo',
};

function describeRefused(own: RefusedTap, people: PersonNow[]): string {
  return sayRefused(own, people.find(({ personId }) => personId === own.tap.personId)?.name);
}

/** What is not recorded, and why. A page without the list does not know the name. */
export function sayRefused({ tap, problem, message }: RefusedTap, name = 'somebody'): string {
  const by = tap.collectedBy && 'name' in tap.collectedBy ? tap.collectedBy.name : undefined;
  const why = problem ? sayProblem(problem, name, by) : (message ?? '');
  return `“${KINDS[tap.kind]}” for ${name} is not recorded: ${why}`;
}
