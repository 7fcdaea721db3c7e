import { isCare, listAsked } from '@speakifyr/contract/form-answers.ts';
import type { FormTerms } from '@speakifyr/contract/forms.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { ConsentBox } from '../../ui/consent-box.tsx';
import { type AnswerValues, readAnswers } from './answer-values.ts';

type Props = {
  form: FormTerms;
  /** The whole name, as the office writes it. */
  child: string;
};

/** The school's words about health, with the box with which a parent agrees, where a form asks about health. R695 */
export function HealthConsent({ form, child }: Props) {
  const { control } = useFormContext<AnswerValues>();
  const values = useWatch({ control, name: 'answers' });
  const asksHealth = !!form.isHealth || listAsked(form, readAnswers(form, values)).some(isCare);
  return (
    asksHealth && (
      <div className="space-y-1">
        <ConsentBox name="healthConsent" child={child} about="Who sees this, and until when." />
      </div>
    )
  );
}
