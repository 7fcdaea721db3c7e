import { sayAges } from '@speakifyr/contract/format.ts';
import type { ClassChoice } from '@speakifyr/contract/office.ts';
import { useState } from 'react';
import { useChange } from '../../../lib/use-change.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import { NoteField } from '../../../ui/usual-fields.tsx';

/** Why a class does not fit somebody, in a few words. */
export function sayMisfit(choice: ClassChoice): string | undefined {
  switch (choice.misfit) {
    case 'joined':
      return 'Has a seat in it';
    case 'age':
      return `Only for ${sayAges(choice)}`;
    case 'same time':
      return 'Has another class at the same time';
    case null:
      return undefined;
  }
}

type Props = { child: { _id: string; name: string }; choice: ClassChoice };

/** Lets a child into a class for other ages, with the reason. Renders nothing if the class is for its age. R225 */
export function AllowAnyway({ child, choice }: Props) {
  const allow = useChange('POST /ageExceptions');
  const { isBusy, run } = useAction();
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState('');
  if (choice.misfit !== 'age') return null;

  async function send() {
    if (note.trim() === '') return setProblem('Say why.');
    setProblem('');
    const body = { childId: child._id, classId: choice._id, note: note.trim() };
    await run({ act: () => allow.mutateAsync({ body }), failureTitle: 'It was not allowed' });
  }

  return (
    <div className="grid gap-3">
      <NoteField
        label={`Why may ${child.name} join all the same?`}
        hint="This goes into the audit log. Everybody who books for the child hears of it."
        value={note}
        error={problem}
        onChange={({ target }) => setNote(target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <Button
        className="btn-sm btn-outline btn-primary justify-self-start"
        isBusy={isBusy}
        onClick={() => void send()}
      >
        Allow it anyway
      </Button>
    </div>
  );
}
