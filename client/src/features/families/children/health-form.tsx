import type { ChildDetails, StoredHealth } from '@speakifyr/contract/children.ts';
import {
  MAX_ALLERGIES,
  MAX_HEALTH_LENGTH,
  MAX_MEDICINES,
  MAX_SHORT_LENGTH,
} from '@speakifyr/contract/limits.ts';
import { useId, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { showSuccess } from '../../../lib/dialogs.ts';
import { Field, FieldError, TextAreaField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
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
import { FieldGroups } from './field-groups.tsx';

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
          {`Is there anything that we should know about ${firstName}’s health?`}
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

/** The list of a child's allergies: what, whether it is severe, and what to do. */
function AllergyFields({ form }: { form: UseFormReturn<HealthValues> }) {
  return (
    <FieldGroups
      form={form}
      name="allergies"
      most={MAX_ALLERGIES}
      nameGroup={(number) => `Allergy ${number}`}
      nameRemoval={(number) => `Remove allergy ${number}`}
      add={{ first: 'Add an allergy', another: 'Add another allergy' }}
    >
      {(index) => (
        <>
          <Field
            label="What is it?"
            autoComplete="off"
            maxLength={MAX_SHORT_LENGTH}
            hint="Such as peanuts, bee stings or penicillin."
            {...form.register(`allergies.${index}.what`)}
          />
          <Check {...form.register(`allergies.${index}.isSevere`)}>
            It is severe: it can become dangerous
          </Check>
          <TextAreaField
            label="What should we do? (optional)"
            rows={2}
            maxLength={MAX_HEALTH_LENGTH}
            hint="Signs, medicine, whom to call."
            {...form.register(`allergies.${index}.whatToDo`)}
          />
        </>
      )}
    </FieldGroups>
  );
}

/** The medicine that the camp gives a child: what, how much and when. */
function MedicineFields({ form }: { form: UseFormReturn<HealthValues> }) {
  return (
    <FieldGroups
      form={form}
      name="medicines"
      most={MAX_MEDICINES}
      nameGroup={(number) => `Medicine ${number} that we give`}
      nameRemoval={(number) => `Remove medicine ${number}`}
      add={{ first: 'Add a medicine that we give', another: 'Add another medicine' }}
    >
      {(index) => (
        <>
          <Field
            label="What is it?"
            autoComplete="off"
            maxLength={MAX_SHORT_LENGTH}
            hint="As on the package. Bring it in its package."
            {...form.register(`medicines.${index}.what`)}
          />
          <Field
            label="How much?"
            autoComplete="off"
            maxLength={MAX_SHORT_LENGTH}
            hint="Such as 5 ml, one tablet or two puffs."
            {...form.register(`medicines.${index}.howMuch`)}
          />
          <Field
            label="At what time each day? (optional)"
            type="time"
            hint="Leave it empty if we give it only when it is needed."
            {...form.register(`medicines.${index}.at`)}
          />
        </>
      )}
    </FieldGroups>
  );
}
