import type { Family } from '@speakifyr/contract/families.ts';
import { MAX_OFFICE_NOTE_LENGTH } from '@speakifyr/contract/limits.ts';
import { Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { formatDay } from '../../../lib/format.ts';
import { makeId } from '../../../lib/make-id.ts';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { TextAreaField } from '../../../ui/field.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';

type Props = { familyId: string; notes: Family['notes'] };

/** What the office wants to remember about a family. R224, R485 */
export function FamilyNotes({ familyId, notes }: Props) {
  return (
    <div className="card bg-base-100 shadow-card gap-4 p-5">
      <NoteForm familyId={familyId} />
      {notes.length > 0 && (
        <ul className="divide-base-300 divide-y">
          {notes.map((note) => (
            <NoteItem key={note._id} familyId={familyId} note={note} />
          ))}
        </ul>
      )}
    </div>
  );
}

function NoteForm({ familyId }: { familyId: string }) {
  const tried = useRef({ text: '', noteId: '' });
  const form = useCallForm('POST /families/:id/notes', {
    defaultValues: { text: '' },
    toInput: ({ text }) => ({
      params: { id: familyId },
      body: { text, noteId: tried.current.noteId },
    }),
  });

  async function submit({ text }: { text: string }) {
    // Pressed twice, or again after a lost answer, it is the same note. Other words are another one.
    if (tried.current.text !== text.trim()) tried.current = { text: text.trim(), noteId: makeId() };
    await form.send({ text });
    tried.current = { text: '', noteId: '' };
    form.reset();
  }

  return (
    <Form form={form} className="grid gap-3" onSubmit={submit}>
      <TextAreaField
        label="New note"
        hint="What was agreed. Only admins read it, and the family if they ask. Nothing about health, and no card or account numbers."
        rows={2}
        maxLength={MAX_OFFICE_NOTE_LENGTH}
        {...form.register('text')}
      />
      <FormProblem />
      <SubmitButton>Add note</SubmitButton>
    </Form>
  );
}

type ItemProps = { familyId: string; note: Family['notes'][number] };

function NoteItem({ familyId, note: { _id, text, by, at } }: ItemProps) {
  const remove = useChange('DELETE /families/:id/notes/:noteId');

  return (
    <li className="flex items-start justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="break-words whitespace-pre-line">{text}</p>
        <p className="text-base-content/75 text-sm">{`${by || 'A former admin'}, ${formatDay(new Date(at))}`}</p>
      </div>
      <ActionButton
        className="btn-ghost btn-square"
        aria-label={`Delete the note “${text.slice(0, 40)}”`}
        question={{ titleText: 'Delete this note?', text, confirm: 'Delete' }}
        act={() => remove.mutateAsync({ params: { id: familyId, noteId: _id } })}
      >
        <Trash2 className="size-5" aria-hidden="true" />
      </ActionButton>
    </li>
  );
}
