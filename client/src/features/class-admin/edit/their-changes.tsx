import type { AdminClass } from '@speakifyr/contract/classes.ts';
import { formatAges, nameTeacher } from '@speakifyr/contract/format.ts';
import { formatPrice } from '../../../lib/format.ts';
import { listMoves } from './list-moves.ts';

type Props = { before: AdminClass; now: AdminClass };

/** What somebody else has changed of a course while a form was open. What the admin typed stays in the form. */
export function TheirChanges({ before, now }: Props) {
  const changes = listChanges(before, now);
  return (
    <div role="status" className="bg-warning/15 rounded-box p-4">
      <p className="font-semibold">
        {changes.length > 0
          ? 'Somebody else has changed this course:'
          : 'The course is again as you opened it.'}
      </p>
      <ul className="mt-2 list-disc space-y-1 pl-5 [overflow-wrap:anywhere]">
        {changes.map(({ label, before: was, after }) => (
          <li key={label}>
            {label}: {was === undefined ? 'changed' : `${was} → ${after}`}
          </li>
        ))}
      </ul>
      <p className="mt-2">What you typed is still here. Check it, then save again.</p>
    </div>
  );
}

type Change = { label: string; before?: string; after?: string };

function listChanges(before: AdminClass, now: AdminClass): Change[] {
  const short = [
    { label: 'Name', say: ({ name }: AdminClass) => name },
    { label: 'Places', say: ({ places }: AdminClass) => String(places) },
    { label: 'Price', say: ({ price }: AdminClass) => formatPrice(price) },
    { label: 'Tag', say: ({ course_tag }: AdminClass) => course_tag },
    { label: 'Ages', say: (course: AdminClass) => formatAges(course) ?? 'not known' },
    { label: 'Instructor', say: ({ instructor }: AdminClass) => nameTeacher(instructor) },
  ].map(({ label, say }) => ({ label, before: say(before), after: say(now) }));
  return [
    ...short.filter((change) => change.before !== change.after),
    ...listMoves(before, now),
    ...(before.image === now.image ? [] : [{ label: 'Picture' }]),
    ...(before.details === now.details ? [] : [{ label: 'Details' }]),
  ];
}
