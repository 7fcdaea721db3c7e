import type { ChildDetails } from '@speakifyr/contract/children.ts';
import { PICKUP_CODE_HOURS } from '@speakifyr/contract/pick-up.ts';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { formatMoment } from '../../../lib/format.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { NameField } from '../../../ui/usual-fields.tsx';
import { FormButtons } from './form-buttons.tsx';

type Props = {
  child: ChildDetails;
  /** Something changed, and the button that had the focus may be gone. */
  onChanged: () => void;
};

/** Somebody who is not among the contacts comes once: a guardian names them and gives them a code. */
export function PickupCode({ child, onChanged }: Props) {
  const { pickupCode: code, canChange, name } = child;
  const [isAsking, setAsking] = useState(false);
  /** The code as the server gave it, once. */
  const [made, setMade] = useState<{ code: string; until: string }>();
  const withdrawing = useChange('DELETE /pickupCode/:childId');
  const shown = code && made?.until === code.until ? made.code : undefined;

  return (
    <section aria-labelledby="pick-up-code" className="space-y-3">
      <h3 id="pick-up-code" className="text-lg font-bold">
        Somebody else comes once
      </h3>
      {!code && !isAsking && (
        <p>
          {`Name them and give them a code. With it they can collect ${name} one time, in the next ${PICKUP_CODE_HOURS} hours.`}
        </p>
      )}
      {code && (
        <div className="rounded-box border-base-300 space-y-2 border p-4">
          <div role="status">
            {shown && (
              <>
                <p>
                  Give this code to <strong>{code.name}</strong> yourself. We show it only now.
                </p>
                <p className="my-2 text-4xl font-extrabold tracking-widest whitespace-nowrap">
                  {shown.slice(0, 3)} {shown.slice(3)}
                </p>
              </>
            )}
          </div>
          <p>{describeCode(code, name)}</p>
          {canChange && (
            <ActionButton
              className="btn-outline btn-sm"
              question={{
                titleText: 'Withdraw the code?',
                text: `${code.name} can no longer collect ${name} with it. The guardians hear of it.`,
                confirm: 'Withdraw',
              }}
              act={() => withdrawing.mutateAsync({ params: { childId: child._id } })}
              success="Withdrawn"
              onDone={onChanged}
            >
              Withdraw the code
            </ActionButton>
          )}
        </div>
      )}
      {canChange && !isAsking && (
        <button type="button" className="btn btn-outline" onClick={() => setAsking(true)}>
          <KeyRound className="size-5" aria-hidden="true" />
          <span>{code ? 'Make another code' : 'Make a code'}</span>
        </button>
      )}
      {isAsking && (
        <CodeForm
          child={child}
          onMade={(given) => {
            setMade(given);
            setAsking(false);
            onChanged();
          }}
          onCancel={() => {
            setAsking(false);
            onChanged();
          }}
        />
      )}
    </section>
  );
}

type FormProps = {
  child: ChildDetails;
  onMade: (made: { code: string; until: string }) => void;
  onCancel: () => void;
};

function CodeForm({ child, onMade, onCancel }: FormProps) {
  const form = useCallForm('POST /pickupCode/:childId', {
    defaultValues: { name: '' },
    firstField: 'name',
    toInput: (body) => ({ params: { childId: child._id }, body }),
  });
  return (
    <Form
      form={form}
      onSubmit={async (values) => onMade(await form.send(values))}
      aria-label="Make a code"
      className="rounded-box border-base-300 grid gap-4 border p-4 sm:p-6"
    >
      <NameField
        label="Who comes?"
        hint={`First and last name, as on their ID card: we compare it.${child.pickupCode ? ' The new code replaces the other one.' : ''}`}
        {...form.register('name')}
      />
      <p className="text-base-content/80 text-sm">
        The guardians who may see {child.name} hear of it, without the code.
      </p>
      <FormProblem />
      <FormButtons label="Make a code" onCancel={onCancel} />
    </Form>
  );
}

function describeCode(
  { name, until, isLocked }: NonNullable<ChildDetails['pickupCode']>,
  child: string,
): string {
  if (isLocked)
    return `The code for ${name} no longer works: somebody entered wrong codes too often. Please make another one.`;
  return `${name} can collect ${child} once, until ${formatMoment(new Date(until))}.`;
}
