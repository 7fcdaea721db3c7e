import { listAsked } from '@speakifyr/contract/form-answers.ts';
import type { FormQuestion, FormTerms } from '@speakifyr/contract/forms.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import { Check } from '../../ui/check.tsx';
import { ChoiceGroup } from '../../ui/choice-group.tsx';
import { Field, SelectField, TextAreaField } from '../../ui/field.tsx';
import { type AnswerValues, readAnswers } from './answer-values.ts';

/** With more choices than this, they are a list that opens. */
const FEW = 5;

type Props = { form: Pick<FormTerms, 'kind' | 'questions'> };

/** The questions that are asked now. They come and go with the answers before them. R661 */
export function QuestionFields({ form }: Props) {
  const { control } = useFormContext<AnswerValues>();
  const values = useWatch({ control, name: 'answers' });
  const isConsent = form.kind === 'consent';
  const fields = listAsked(form, readAnswers(form, values)).map((question) => (
    <QuestionField key={question.key} question={question} isConsent={isConsent} />
  ));
  return isConsent ? <div>{fields}</div> : fields;
}

function QuestionField({ question, isConsent }: { question: FormQuestion; isConsent: boolean }) {
  const { kind, key, label: asked, options, isRequired } = question;
  const { register } = useFormContext<AnswerValues>();
  const field = register(`answers.${key}`);
  const label = isRequired ? asked : `${asked} (optional)`;
  if (kind === 'yesNo' && isConsent) return <Check {...field}>{asked}</Check>;
  switch (kind) {
    case 'yesNo':
      return (
        <Choices field={field} legend={label} type="radio">
          {['yes', 'no']}
        </Choices>
      );
    case 'several':
      return (
        <Choices field={field} legend={label} type="checkbox">
          {options}
        </Choices>
      );
    case 'one':
      return options.length <= FEW ? (
        <Choices field={field} legend={label} type="radio">
          {options}
        </Choices>
      ) : (
        <SelectField label={label} {...field}>
          <option value="">Choose…</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </SelectField>
      );
    case 'long':
      return <TextAreaField label={label} rows={4} {...field} />;
    default:
      return <Field label={label} autoComplete="off" {...INPUTS[kind]} {...field} />;
  }
}

const INPUTS = {
  short: {},
  date: { type: 'date', min: undefined, max: undefined },
  number: { inputMode: 'decimal' },
  phone: { type: 'tel', inputMode: 'tel' },
} as const;

type ChoicesProps = {
  field: ReturnType<ReturnType<typeof useFormContext<AnswerValues>>['register']>;
  legend: string;
  type: 'radio' | 'checkbox';
  children: string[];
};

function Choices({ field, legend, type, children }: ChoicesProps) {
  return (
    <ChoiceGroup name={field.name} legend={legend}>
      {children.map((option) => (
        <Check key={option} type={type} value={option} {...field}>
          {NAMES[option] ?? option}
        </Check>
      ))}
    </ChoiceGroup>
  );
}

const NAMES: Record<string, string> = { yes: 'Yes', no: 'No' };
