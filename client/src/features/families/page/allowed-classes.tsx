import type { FamilyChild } from '@speakifyr/contract/families.ts';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../../lib/read.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { askForText } from '../../../lib/dialogs.ts';
import { checkNote } from './check-note.ts';

/** The coming classes that a child may join although it is outside their ages. Renders nothing if there are none. R225 */
export function AllowedClasses({ child }: { child: FamilyChild }) {
  const classes = useQuery({
    ...read('GET /classChoices', { query: { childId: child._id } }),
    enabled: child.allowedClasses.length > 0,
  });
  const allowed = (classes.data ?? []).filter(({ _id }) => child.allowedClasses.includes(_id));
  if (allowed.length === 0) return null;
  return (
    <section>
      <h4 className="mb-1 font-bold">Allowed outside the ages</h4>
      <ul className="divide-base-300 divide-y">
        {allowed.map(({ _id, name }) => (
          <AllowedClass key={_id} child={child} classId={_id} className={name} />
        ))}
      </ul>
    </section>
  );
}

type Props = { child: FamilyChild; classId: string; className: string };

function AllowedClass({ child, classId, className }: Props) {
  const takeBack = useChange('DELETE /ageExceptions');

  async function askAndTakeBack() {
    const note = await askForText({
      titleText: `Take back ${className} for ${child.name}?`,
      text: 'Everybody who books for the child hears of it. A seat that the child already has stays.',
      label: 'Why? This goes into the audit log.',
      type: 'text',
      confirm: 'Take back',
      isDangerous: true,
      check: checkNote,
    });
    if (note === undefined) return false;
    await takeBack.mutateAsync({ body: { childId: child._id, classId, note: note.trim() } });
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <span className="break-words">{className}</span>
      <ActionButton
        className="btn-outline btn-sm"
        aria-label={`Take back ${className} for ${child.name}`}
        act={askAndTakeBack}
        success="Taken back"
      >
        Take back
      </ActionButton>
    </li>
  );
}
