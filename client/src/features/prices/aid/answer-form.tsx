import type { ListedAidRequest } from '@speakifyr/contract/aid.ts';
import { MAX_AID_WORDS, MIN_CHARGE } from '@speakifyr/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Contract } from '@speakifyr/contract/contract.ts';
import type { Input } from '@speakifyr/contract/endpoint.ts';
import { readApiError } from '../../../lib/api.ts';
import { addDays } from '../../../lib/add-days.ts';
import { nameCharge, readToday } from '../../../lib/format.ts';
import { readCents } from '../../../lib/read-cents.ts';
import { read } from '../../../lib/read.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Field, SelectField, TextAreaField } from '../../../ui/field.tsx';
import { type DialogForm, FormInDialog } from '../../../ui/form-dialog.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { ClassesField } from '../rules/classes-field.tsx';
import { OffFields, type Unit } from '../rules/off-fields.tsx';

type Values = {
  kind: 'award' | 'decline';
  off: string;
  unit: Unit;
  whom: 'person' | 'all';
  isForAll: boolean;
  classIds: string[];
  until: string;
  text: string;
};

/** For how many days an award counts if the director says nothing else: a season. */
const USUAL_DAYS = 180;

type Props = { request: ListedAidRequest; form: DialogForm };

/** A director awards aid, or declines. */
export function AnswerForm({ request, form }: Props) {
  const { _id, person_name } = request;
  const [values, setValues] = useState<Values>({
    kind: 'award',
    off: '50',
    unit: 'percent',
    whom: 'person',
    isForAll: true,
    classIds: [],
    until: addDays(readToday(), USUAL_DAYS),
    text: '',
  });
  const [isChecked, setChecked] = useState(false);
  const answering = useChange('PUT /aidRequests/:id/answer');
  const classes = useQuery(read('GET /adminClasses', { query: { season: 'coming' } }));
  const problems = isChecked ? findProblems(values) : {};
  const { message = '' } = answering.isError ? readApiError(answering.error) : {};
  const change = (changes: Partial<Values>) => setValues({ ...values, ...changes });
  const bind = <Name extends 'off' | 'until' | 'text'>(name: Name) => ({
    value: values[name],
    error: problems[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  const isAward = values.kind === 'award';

  async function send() {
    setChecked(true);
    if (Object.keys(findProblems(values)).length > 0) return undefined;
    await answering.mutateAsync({ params: { id: _id }, body: toAnswer(values) });
    return isAward ? 'Awarded. The family reads it in the app.' : 'The family reads it in the app.';
  }

  return (
    <FormInDialog form={form} label={isAward ? 'Award' : 'Decline'} isDisabled={false} send={send}>
      <SelectField
        label="Answer"
        value={values.kind}
        onChange={({ target }) => change({ kind: target.value as Values['kind'] })}
      >
        <option value="award">Award financial aid</option>
        <option value="decline">Decline</option>
      </SelectField>
      {isAward && (
        <>
          <OffFields
            label="Off each seat"
            hint={`Off what is left after other discounts. At least ${nameCharge(MIN_CHARGE)} remains to pay.`}
            unit={values.unit}
            onUnit={(unit) => change({ unit })}
            {...bind('off')}
          />
          <SelectField
            label="For whom?"
            value={values.whom}
            onChange={({ target }) => change({ whom: target.value as Values['whom'] })}
          >
            <option value="person">Only {person_name}</option>
            <option value="all">All seats that this account books</option>
          </SelectField>
          <ClassesField
            values={values}
            classes={classes.data ?? []}
            error={problems.classIds}
            onChange={change}
          />
          <Field
            label="Last day"
            type="date"
            min={readToday()}
            hint="It counts for seats that are held through this day, and for those in the cart now."
            {...bind('until')}
          />
        </>
      )}
      <TextAreaField
        label={isAward ? 'A few words for the family, if you like' : 'What the family reads'}
        rows={3}
        maxLength={MAX_AID_WORDS}
        hint="Only the family reads it, in the app. Its email only says that there is an answer."
        {...bind('text')}
      />
      <FormProblem>{message}</FormProblem>
    </FormInDialog>
  );
}

type Problems = Partial<Record<'off' | 'until' | 'text' | 'classIds', string>>;

function findProblems(values: Values): Problems {
  const { kind, isForAll, classIds, until, text } = values;
  if (kind === 'decline') return text.trim() ? {} : { text: 'Say why. Only the family reads it.' };
  return {
    ...(readOff(values) === undefined && {
      off:
        values.unit === 'percent'
          ? 'Enter a whole number from 1 to 100.'
          : 'Enter an amount, such as 40.',
    }),
    ...(until < readToday() && { until: 'Choose a day that has not passed.' }),
    ...(!isForAll && classIds.length === 0 && { classIds: 'Choose at least one class.' }),
  };
}

/** Percent, or cents; undefined if what was typed is neither. */
function readOff({ off, unit }: Values): number | undefined {
  if (unit === 'amount') return readCents(off) || undefined;
  const isPercent = /^\d{1,3}$/.test(off.trim()) && Number(off) >= 1 && Number(off) <= 100;
  return isPercent ? Number(off) : undefined;
}

function toAnswer(values: Values): Input<Contract['PUT /aidRequests/:id/answer']>['body'] {
  const { kind, unit, whom, isForAll, classIds, until, text } = values;
  if (kind === 'decline') return { award: null, text };
  const worth = readOff(values) ?? null;
  return {
    award: {
      percent: unit === 'percent' ? worth : null,
      amount: unit === 'amount' ? worth : null,
      isForAll: whom === 'all',
      classIds: isForAll ? [] : classIds,
      until,
    },
    text,
  };
}
