import { MAX_NOTE_LENGTH } from '@speakifyr/contract/limits.ts';
import { useWatch } from 'react-hook-form';
import { readToday } from '../../../lib/format.ts';
import { Field, SelectField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { NameField } from '../../../ui/usual-fields.tsx';
import { FormButtons } from './form-buttons.tsx';
import type { SignedPaper } from './signed-paper.ts';

type Props = {
  /** A parent's, the office's, or what a parent has signed on paper. */
  call:
    | 'POST /myChildren/:id/mustNotCollect'
    | 'POST /children/:id/mustNotCollect'
    | 'PUT /children/:id/paperForm';
  paper?: SignedPaper;
  childId: string;
  /** Whom the office may choose. Missing for a parent, who can block no guardian. */
  guardians?: { _id: string; name: string }[];
  onSaved: () => void;
  onCancel: () => void;
};

/** Asks who must not collect a child. */
export function BlockForm({ call, paper, childId, guardians = [], onSaved, onCancel }: Props) {
  const hasChoice = guardians.length > 0;
  const form = useCallForm(call, {
    // `childId`: the office may have another child's form on the same page. `guardianId`: empty for somebody else, by name.
    defaultValues: { childId, guardianId: '', name: '', since: readToday(), note: '' },
    firstField: hasChoice ? 'guardianId' : 'name',
    at: paper ? 'block' : '',
    toInput: ({ guardianId, name, since, note }) => {
      const block = { ...(guardianId ? { guardianId } : { name }), since, note };
      return {
        params: { id: childId },
        body: paper ? { paper: paper.paper, block } : block,
      } as never;
    },
  });
  const isGuardian = useWatch({ control: form.control, name: 'guardianId' }) !== '';
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        await form.send(values);
        onSaved();
      }}
      aria-label="Who must not pick up"
      className="rounded-box border-base-300 grid gap-4 border p-4 sm:p-6"
    >
      {hasChoice && (
        <SelectField label="Who" {...form.register('guardianId')}>
          <option value="">Somebody else, by name</option>
          {guardians.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name} (guardian)
            </option>
          ))}
        </SelectField>
      )}
      {!isGuardian && (
        <NameField hint="First and last name, as on their ID card." {...form.register('name')} />
      )}
      <Field label="Since" type="date" {...form.register('since')} />
      <Field
        label="What the team must know (optional)"
        hint="Such as how they look. The team at the gate and the office read it."
        autoComplete="off"
        maxLength={MAX_NOTE_LENGTH}
        {...form.register('note')}
      />
      <FormProblem />
      <FormButtons label="Save" onCancel={onCancel} />
    </Form>
  );
}
