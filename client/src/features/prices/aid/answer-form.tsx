import type { ListedAidRequest } from '@speakifyr/contract/aid.ts';
import { MAX_AID_WORDS } from '@speakifyr/contract/limits.ts';
import { leastCharge } from '@speakifyr/contract/places.ts';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { addDays } from '@speakifyr/contract/days.ts';
import { nameCharge, readToday } from '../../../lib/format.ts';
import { readTypedCents } from '../../../lib/read-cents.ts';
import { read } from '../../../lib/read.ts';
import { Field, SelectField, TextAreaField } from '../../../ui/field.tsx';
import type { DialogForm } from '../../../ui/form-dialog.tsx';
import { FormInDialog } from '../../../ui/form-in-dialog.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { ClassesField, type ClassesValues, findClassesProblem } from '../rules/classes-field.tsx';
import { OffFields, type OffValues } from '../rules/off-fields.tsx';

type Award = OffValues & ClassesValues & { whom: 'person' | 'all'; until: string };
type Values = { kind: 'award' | 'decline'; award: Award; text: string };

/** For how many days an award counts if the director says nothing else: a season. */
const USUAL_DAYS = 180;

type Props = { request: ListedAidRequest; dialog: DialogForm };

/** A director awards aid, or declines. */
export function AnswerForm({ request, dialog }: Props) {
  const { _id: id, person_name } = request;
  const form = useCallForm('PUT /aidRequests/:id/answer', {
    defaultValues: {
      kind: 'award',
      award: {
        unit: 'percent',
        percent: '50',
        amount: '',
        whom: 'person',
        classes: 'all',
        classIds: [],
        until: addDays(readToday(), USUAL_DAYS),
      },
      text: '',
    } as Values,
    toInput: ({ kind, award, text }) => ({
      params: { id },
      body: { award: kind === 'award' ? toAward(award) : null, text },
    }),
    findProblems: ({ kind, award }) =>
      kind === 'award'
        ? {
            'award.until': award.until < readToday() && 'Choose a day that has not passed.',
            'award.classIds': findClassesProblem(award),
          }
        : {},
  });
  const isAward = useWatch({ control: form.control, name: 'kind' }) === 'award';
  const classes = useQuery(read('GET /classChoices'));

  async function submit(values: Values) {
    await form.send(values);
    return isAward ? 'Awarded. The family reads it in the app.' : 'The family reads it in the app.';
  }

  return (
    <FormInDialog
      dialog={dialog}
      form={form}
      label={isAward ? 'Award' : 'Decline'}
      onSubmit={submit}
    >
      <SelectField label="Answer" {...form.register('kind')}>
        <option value="award">Award financial aid</option>
        <option value="decline">Decline</option>
      </SelectField>
      {isAward && (
        <>
          <OffFields
            at="award."
            label="Off each seat"
            hint={`Off what is left after other discounts. At least ${nameCharge(leastCharge())} remains to pay.`}
          />
          <SelectField label="For whom?" {...form.register('award.whom')}>
            <option value="person">Only {person_name}</option>
            <option value="all">All seats that this account books</option>
          </SelectField>
          <ClassesField at="award." classes={classes.data ?? []} />
          <Field
            label="Last day"
            type="date"
            min={readToday()}
            hint="It counts for seats that are held through this day, and for those in the cart now."
            {...form.register('award.until')}
          />
        </>
      )}
      <TextAreaField
        label={isAward ? 'A few words for the family, if you like' : 'What the family reads'}
        rows={3}
        maxLength={MAX_AID_WORDS}
        hint="Only the family reads it, in the app. Its email only says that there is an answer."
        {...form.register('text')}
      />
    </FormInDialog>
  );
}

function toAward({ unit, percent, amount, whom, classes, classIds, until }: Award) {
  return {
    percent: unit === 'percent' ? Number(percent) : null,
    amount: unit === 'amount' ? readTypedCents(amount) : null,
    isForAll: whom === 'all',
    classIds: classes === 'all' ? [] : classIds,
    until,
  };
}
