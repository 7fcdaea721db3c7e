import type { ChildDetails, StoredHealth } from '@speakifyr/contract/children.ts';
import { MAX_HEALTH_LENGTH } from '@speakifyr/contract/limits.ts';
import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { showSuccess } from '../../../lib/dialogs.ts';
import { FieldError, TextAreaField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { AllergyFields } from './allergy-fields.tsx';
import { MedicineFields } from './medicine-fields.tsx';
import { ConsentBox, useNewWords } from '../../../ui/consent-box.tsx';
import { FormButtons } from './form-buttons.tsx';
import {
  type HealthValues,
  toHealthBody,
  toHealthValues,
  toStoredHealth,
} from './health-values.ts';
import type { SignedPaper } from './signed-paper.ts';
import { Check } from '../../../ui/check.tsx';

type Props = {
  child: Pick<ChildDetails, '_id' | 'name' | 'health' | 'healthAnswer'>;
  /** As the family calls the child. The consent names the whole name, as the office does. */
  firstName?: string;
  /** Set if the office fills it in, for the guardian who has signed it. */
  paper?: SignedPaper;
  onSaved: () => void;
  /** The office compares what it has typed with the paper. */
  onEntered?: (answer: StoredHealth) => void;
  /** Missing if there is nothing to go back to. */
  onCancel?: (() => void) | undefined;
};

/** Asks about a child's health. “No, nothing to report” is an answer, too; an empty form is none. R112 */
export function HealthForm({
  child,
  firstName = child.name,
  paper,
  onSaved,
  onEntered,
  onCancel,
}: Props) {
  const { _id, name, health, healthAnswer } = child;
  // Of the answer that the fields began with, even if a newer one has been loaded since. The office can't read the one
  // that is there: it replaces it.
  const [seen] = useState(
    healthAnswer?.confirmedAt ?? (paper && health !== 'missing' ? undefined : null),
  );
  const toInput = (values: HealthValues) => {
    const answer = toHealthBody(values, seen);
    return { params: { id: _id }, body: paper ? { paper: paper.paper, health: answer } : answer };
  };
  const defaultValues = toHealthValues(healthAnswer);
  const call = paper ? 'PUT /children/:id/paperForm' : 'PUT /myChildren/:id/health';
  const form = useCallForm(call, {
    defaultValues,
    at: paper ? 'health' : '',
    toInput: toInput as never,
  });
  const problem = form.formState.errors.nothingToTell?.message;
  const chosen = useWatch({ control: form.control, name: 'nothingToTell' });
  const id = useId();
  const showNewWords = useNewWords();

  async function submit(values: HealthValues) {
    const { confirmedAt } = await form.send(values).catch(showNewWords);
    onSaved();
    if (!paper) return void showSuccess('Thank you, it is saved');
    onEntered?.(toStoredHealth(toHealthBody(values, seen), { confirmedAt, paper: paper.paper }));
  }

  return (
    <Form
      form={form}
      onSubmit={submit}
      fieldOfCode={{ text_changed: 'consent' }}
      className="grid max-w-2xl gap-6"
    >
      <fieldset aria-describedby={problem && `${id}-choice`}>
        <legend className="mb-1.5 font-semibold [overflow-wrap:anywhere]">
          Is there anything that we should know about {firstName}’s health?
        </legend>
        {CHOICES.map(({ value, label }) => (
          <Check key={value} type="radio" value={value} {...form.register('nothingToTell')}>
            {label}
          </Check>
        ))}
        {problem && <FieldError id={`${id}-choice`}>{problem}</FieldError>}
      </fieldset>

      {chosen === 'false' && (
        <>
          <AllergyFields form={form} />
          <MedicineFields form={form} />
          <TextAreaField
            label="Other medication (optional)"
            rows={3}
            maxLength={MAX_HEALTH_LENGTH}
            hint="What your child takes without us. Say if your child carries it."
            {...form.register('medication')}
          />
          <TextAreaField
            label="Anything else (optional)"
            rows={3}
            maxLength={MAX_HEALTH_LENGTH}
            hint="Such as asthma, glasses, or what helps when something hurts."
            {...form.register('notes')}
          />
        </>
      )}

      <ConsentBox
        name="healthConsent"
        child={name}
        about="Who sees this, and until when."
        signed={paper && { by: paper.signer, on: paper.paper.day }}
        before={healthAnswer?.consent.textVersion}
      />
      <FormProblem />
      <FormButtons label="Save health information" onCancel={onCancel} />
    </Form>
  );
}

const CHOICES = [
  { value: 'false', label: 'Yes: allergies, medication or something else' },
  { value: 'true', label: 'No, nothing to report' },
] as const;
