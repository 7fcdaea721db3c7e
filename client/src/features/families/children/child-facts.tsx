import type { ChildDetails } from '@speakifyr/contract/children.ts';
import { Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { showSuccess } from '../../../lib/dialogs.ts';
import { formatDate } from '../../../lib/format.ts';
import { nameAge } from '../../../lib/name-age.ts';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { ChildFields, type ChildValues } from './child-fields.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormButtons } from './form-buttons.tsx';
import { mayChange, nameRights } from './name-rights.ts';
import { PageTitle } from '../../../ui/page-heading.tsx';

/** A child's name, age and note, and the form that changes them. */
export function ChildFacts({ child }: { child: ChildDetails }) {
  const [isChanging, setChanging] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);

  function close() {
    setChanging(false);
    // The button that had the focus is gone.
    heading.current?.focus();
  }

  return (
    <header className="mb-6">
      <PageTitle ref={heading}>{child.name}</PageTitle>
      {isChanging ? (
        <section
          aria-label="Change the child’s details"
          className="card bg-base-100 shadow-card mt-4 max-w-2xl p-5 sm:p-8"
        >
          <ChildForm child={child} onSaved={close} onCancel={close} />
        </section>
      ) : (
        <>
          <p className="text-base-content/80 mt-1">
            {nameAge(child.birthDate)}, born {formatDate(child.birthDate)}
          </p>
          {child.note && (
            <p className="text-base-content/80 mt-1 max-w-prose [overflow-wrap:anywhere]">
              Note for the instructor: {child.note}
            </p>
          )}
          {!mayChange(child.may) && <p className="mt-2">You {nameRights(child.may)}.</p>}
          {child.canChange && (
            <button
              type="button"
              className="btn btn-outline btn-sm mt-3"
              onClick={() => setChanging(true)}
            >
              <Pencil className="size-4" aria-hidden="true" />
              Change name, birth date or note
            </button>
          )}
        </>
      )}
    </header>
  );
}

type FormProps = { child: ChildDetails; onSaved: () => void; onCancel: () => void };

function ChildForm({ child: { _id, name, birthDate, note }, onSaved, onCancel }: FormProps) {
  const form = useCallForm('PATCH /myChildren/:id', {
    defaultValues: { name, birthDate, note },
    firstField: 'name',
    toInput: (body) => ({ params: { id: _id }, body }),
  });

  async function submit(values: ChildValues) {
    await form.send(values);
    onSaved();
    void showSuccess('Saved');
  }

  return (
    <Form
      form={form}
      onSubmit={submit}
      fieldOfCode={{ child_exists: 'name' }}
      className="grid gap-5"
    >
      <ChildFields />
      <FormButtons label="Save" onCancel={onCancel} />
    </Form>
  );
}
