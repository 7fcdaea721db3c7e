import {
  hasOptions,
  isCare,
  MAX_QUESTION_LENGTH,
  QUESTION_KINDS,
  type QuestionKind,
} from '@speakifyr/contract/form-answers.ts';
import type { FormTerms } from '@speakifyr/contract/forms.ts';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import { Check } from '../../../ui/check.tsx';
import { Field, SelectField, TextAreaField } from '../../../ui/field.tsx';
import { type EditorValues, listConditions, mayAskHealth } from './form-values.ts';

type Props = {
  /** The form as it is typed now. */
  terms: FormTerms;
  place: number;
  count: number;
  onMove: (to: number) => void;
  onRemove: () => void;
};

/** One question: what is asked, how it is answered, who reads it, and whether it is always asked. */
export function QuestionEditor({ terms, place, count, onMove, onRemove }: Props) {
  const { register, setValue } = useFormContext<EditorValues>();
  const question = terms.questions[place];
  if (!question) return null;
  const isConsent = terms.kind === 'consent';
  const conditions = listConditions(terms, place);
  const at = `form.questions.${place}` as const;
  const number = place + 1;
  // Who reads that a question about health was asked at all could guess the answer before it.
  const followHealth = (condition: string) => {
    const [key] = condition.split(':');
    const before = terms.questions.find((one) => one.key === key);
    if (before && isCare(before)) setValue(`${at}.seenBy`, 'care');
  };
  return (
    <fieldset className="rounded-box border-base-300 grid gap-4 border p-4">
      <legend className="px-1 font-bold">{`Question ${number}`}</legend>
      <Field
        label={isConsent ? 'What is allowed' : 'Question'}
        maxLength={MAX_QUESTION_LENGTH}
        autoComplete="off"
        {...register(`${at}.label`)}
      />
      {(!isConsent || isCare(question)) && (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <SelectField label="Answer" {...register(`${at}.kind`)}>
            {QUESTION_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {KINDS[kind]}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Who reads it"
            hint={
              isCare(question) ? 'Only those who read the care sheet, and the family.' : undefined
            }
            {...register(`${at}.seenBy`)}
          >
            <option value="office">The office</option>
            <option value="roster">Office and class team</option>
            {/* One that may no longer be about health stays so until somebody decides. */}
            {(mayAskHealth(terms) || isCare(question)) && (
              <option value="care">About health</option>
            )}
          </SelectField>
        </div>
      )}
      {!isConsent && hasOptions(question.kind) && (
        <TextAreaField
          label="Choices"
          rows={4}
          hint="One in each line."
          {...register(`${at}.options`)}
        />
      )}
      {conditions.length > 0 && (
        <SelectField
          label="Asked"
          {...register(`${at}.showIf`, {
            onChange: ({ target }: { target: HTMLSelectElement }) => followHealth(target.value),
          })}
        >
          <option value="">Always</option>
          {conditions.map(({ value, label }) => (
            <option key={value} value={value}>
              {`If ${label}`}
            </option>
          ))}
        </SelectField>
      )}
      {!isConsent && <Check {...register(`${at}.isRequired`)}>Must be answered</Check>}
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="btn btn-ghost btn-sm"
          disabled={place === 0}
          onClick={() => onMove(place - 1)}
        >
          <ArrowUp className="size-4" aria-hidden="true" />
          <span className="sr-only">{`Move question ${number} up`}</span>
        </button>
        <button
          type="button"
          className="btn btn-ghost btn-sm"
          disabled={place === count - 1}
          onClick={() => onMove(place + 1)}
        >
          <ArrowDown className="size-4" aria-hidden="true" />
          <span className="sr-only">{`Move question ${number} down`}</span>
        </button>
        <button type="button" className="btn btn-ghost btn-sm text-error" onClick={onRemove}>
          <Trash2 className="size-4" aria-hidden="true" />
          <span>
            Remove <span className="sr-only">{`question ${number}`}</span>
          </span>
        </button>
      </div>
    </fieldset>
  );
}

const KINDS: Record<QuestionKind, string> = {
  short: 'Short text',
  long: 'Long text',
  one: 'One of several choices',
  several: 'Several choices',
  yesNo: 'Yes or no',
  date: 'Date',
  number: 'Number',
  phone: 'Phone number',
};
