import type { ChildDetails } from '@speakifyr/contract/children.ts';
import { HEALTH_CONSENT_VERSION, MAX_HEALTH_LENGTH } from '@speakifyr/contract/limits.ts';
import { useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { showSuccess } from '../../../lib/dialogs.ts';
import { useChange } from '../../../lib/use-change.ts';
import { FieldError, TextAreaField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { AllergyFields } from './allergy-fields.tsx';
import { MedicineFields } from './medicine-fields.tsx';
import { ConsentCheck } from './consent-check.tsx';
import { ConsentText, writeConsent } from './consent-text.tsx';
import { FoldedConsent } from './folded-consent.tsx';
import { FormButtons } from './form-buttons.tsx';
import {
  type HealthValues,
  isEmptyAnswer,
  toHealthAnswer,
  toHealthValues,
} from './health-values.ts';
import { Check } from '../../../ui/check.tsx';

type Props = {
  child: ChildDetails;
  onSaved: () => void;
  /** Missing if there is nothing to go back to. */
  onCancel?: (() => void) | undefined;
};

/** Asks about a child's health. “No, nothing to report” is an answer, too; an empty form is none. R112 */
export function HealthForm({ child: { _id, name, healthAnswer }, onSaved, onCancel }: Props) {
  const form = useForm<HealthValues>({ defaultValues: toHealthValues(healthAnswer) });
  const { errors } = form.formState;
  const choice = useWatch({ control: form.control, name: 'choice' });
  // Of the answer that the fields began with, even if a newer one has been loaded since.
  const [seen] = useState(healthAnswer?.confirmedAt ?? null);
  const saving = useChange('PUT /myChildren/:id/health');
  const id = useId();

  async function submit(values: HealthValues) {
    if (isEmptyAnswer(values)) {
      form.setError('choice', {
        message: 'Please fill something in below, or choose “No, nothing to report”',
      });
      form.setFocus('choice');
      return;
    }
    await saving.mutateAsync({
      params: { id: _id },
      body: { ...toHealthAnswer(values), consent: HEALTH_CONSENT_VERSION, seen },
    });
    onSaved();
    void showSuccess('Thank you, it is saved');
  }

  return (
    <Form form={form} onSubmit={submit} className="grid max-w-2xl gap-6">
      <fieldset aria-describedby={errors.choice && `${id}-choice`}>
        <legend className="mb-1.5 font-semibold [overflow-wrap:anywhere]">
          Is there anything that we should know about {name}’s health?
        </legend>
        {CHOICES.map(({ value, label }) => (
          <Check
            key={value}
            type="radio"
            value={value}
            {...form.register('choice', {
              validate: (chosen) => Boolean(chosen) || 'Please choose one',
            })}
          >
            {label}
          </Check>
        ))}
        {errors.choice?.message && (
          <FieldError id={`${id}-choice`}>{errors.choice.message}</FieldError>
        )}
      </fieldset>

      {choice === 'something' && (
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

      <FoldedConsent about="Who sees this, and until when.">
        <ConsentText name={name} />
      </FoldedConsent>
      <ConsentCheck
        {...form.register('hasConsent', {
          validate: (isGiven) => isGiven || 'We can keep this information only if you agree to it',
        })}
      >
        {writeConsent(name)}
      </ConsentCheck>
      <FormProblem />
      <FormButtons label="Save health information" onCancel={onCancel} />
    </Form>
  );
}

const CHOICES = [
  { value: 'something', label: 'Yes: allergies, medication or something else' },
  { value: 'nothing', label: 'No, nothing to report' },
] as const;
