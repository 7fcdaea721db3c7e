import type { ChildDetails } from '@speakifyr/contract/children.ts';
import { formatTimeOfDay } from '@speakifyr/contract/format.ts';
import { Footprints } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { FormButtons } from './form-buttons.tsx';

type Props = {
  child: ChildDetails;
  /** Something changed, and the button that had the focus may be gone. */
  onChanged: () => void;
};

/** From when a child may leave without an adult. Any guardian who may change things can allow it and take it back. */
export function LeaveAlone({ child, onChanged }: Props) {
  const { mayLeaveAlone: said, canChange, name } = child;
  const [isAsking, setAsking] = useState(false);
  const ending = useChange('DELETE /myChildren/:id/mayLeaveAlone');
  if (!canChange && !said) return null;

  function close() {
    setAsking(false);
    onChanged();
  }

  return (
    <section aria-labelledby="leave-alone" className="space-y-3">
      <h3 id="leave-alone" className="text-lg font-bold">
        Leaving alone
      </h3>
      {!said && !isAsking && (
        <p>
          {`If you allow it, ${name} may leave without an adult from a time that you choose. Before that time, we hand ${name} over to an adult.`}
        </p>
      )}
      {said && (
        <div className="rounded-box border-base-300 space-y-2 border p-4">
          <p>
            <strong>{`${name} may leave alone from ${formatTimeOfDay(said.from)}.`}</strong> On
            every day, in all classes, until you or another guardian takes it back.
          </p>
          <p className="text-base-content/80 text-sm">{`${said.isYou ? 'You' : said.by} said so on ${formatDate(new Date(said.at))}.`}</p>
          {canChange && (
            <ActionButton
              className="btn-outline btn-sm"
              question={{
                titleText: 'Take it back?',
                text: `From now on, ${name} only leaves with an adult. The guardians hear of it.`,
                confirm: 'Take it back',
              }}
              act={() => ending.mutateAsync({ params: { id: child._id } })}
              success="Taken back"
              onDone={onChanged}
            >
              Take it back
            </ActionButton>
          )}
        </div>
      )}
      {canChange && !isAsking && (
        <button type="button" className="btn btn-outline" onClick={() => setAsking(true)}>
          <Footprints className="size-5" aria-hidden="true" />
          <span>{said ? 'Change the time' : 'Let them leave alone'}</span>
        </button>
      )}
      {isAsking && <LeaveAloneForm child={child} onDone={close} />}
    </section>
  );
}

function LeaveAloneForm({ child, onDone }: { child: ChildDetails; onDone: () => void }) {
  const { _id, name, mayLeaveAlone: said } = child;
  const form = useCallForm('PUT /myChildren/:id/mayLeaveAlone', {
    defaultValues: { from: said?.from ?? '' },
    firstField: 'from',
    toInput: (body) => ({ params: { id: _id }, body }),
  });
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        await form.send(values);
        onDone();
      }}
      aria-label={`${name} leaves alone`}
      className="rounded-box border-base-300 grid gap-4 border p-4 sm:p-6"
    >
      <Field
        label="From what time?"
        type="time"
        hint="By the clock at the school. It holds on every day, in all classes, until a guardian takes it back."
        {...form.register('from')}
      />
      <p>
        From then on, {name} may leave the school without an adult, and nobody is asked to collect
        them.
      </p>
      <p className="text-base-content/80 text-sm">The guardians who may see {name} hear of it.</p>
      <FormProblem />
      <FormButtons label="Allow it" onCancel={onDone} />
    </Form>
  );
}
