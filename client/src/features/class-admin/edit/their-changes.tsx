import type { AdminClass } from '@speakifyr/contract/classes.ts';
import { listChanges } from '../../../lib/describe-change.ts';
import { toValues } from './class-values.ts';

type Props = { before: AdminClass; now: AdminClass };

/** What somebody else has changed in a course while a form was open. What the admin typed stays in the form. */
export function TheirChanges({ before, now }: Props) {
  const changes = listChanges({ before: pickShown(before), after: pickShown(now) });
  return (
    <div role="status" className="bg-warning/15 rounded-box p-4">
      <p className="font-semibold">
        {changes.length > 0
          ? 'Somebody else has changed this course:'
          : 'The course is back to what it was when you opened it.'}
      </p>
      <ul className="mt-2 list-disc space-y-1 pl-5 [overflow-wrap:anywhere]">
        {changes.map(({ label, before: was, value }) => (
          <li
            key={label}
          >{`${label}: ${LONG.includes(label) ? 'changed' : `${was} → ${value}`}`}</li>
        ))}
      </ul>
      <p className="mt-2">What you typed is still here. Check it, then save again.</p>
    </div>
  );
}

/** These are too long to be shown. */
const LONG = ['Picture', 'Details'];

/** What the form asks for, with the names that a course has for it. */
function pickShown(course: AdminClass): Record<string, unknown> {
  const shown = [...Object.keys(toValues(course)), 'image', 'instructor'];
  return Object.fromEntries(Object.entries(course).filter(([name]) => shown.includes(name)));
}
