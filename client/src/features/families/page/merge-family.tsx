import type { Family, Merging } from '@speakifyr/contract/families.ts';
import { hasVisible } from '@speakifyr/contract/visible-text.ts';
import { sayAddress } from '@speakifyr/contract/stand-in-address.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { readApiError } from '../../../lib/api.ts';
import { listNames } from '../../../lib/list-names.ts';
import { linkToFamily } from '../../../lib/dashboard-links.ts';
import { countOf } from '../../../lib/count-of.ts';
import { read } from '../../../lib/read.ts';
import { Check } from '../../../ui/check.tsx';
import { Field } from '../../../ui/field.tsx';
import { type DialogForm, FormDialog } from '../../../ui/form-dialog.tsx';
import { FormInDialog } from '../../../ui/form-in-dialog.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { NoteField } from '../../../ui/usual-fields.tsx';
import { TwiceBoxes } from '../children/twice-boxes.tsx';
import { otherFamiliesOptions } from './families.queries.ts';

type Account = Family['account'];

/** The button with which the office merges this family into another one, whose page is then shown. */
export function MergeFamily({ account }: { account: Account }) {
  const navigate = useNavigate();
  // The owner may have been asked instead: then this family stays.
  const mergedInto = useRef('');
  return (
    <FormDialog
      className="btn-ghost w-fit"
      label="Merge with another family"
      title="Merge with another family"
      onDone={() => mergedInto.current && void navigate(linkToFamily(mergedInto.current))}
    >
      {(dialog) => (
        <MergeForm
          account={account}
          dialog={dialog}
          onMerged={(id) => {
            mergedInto.current = id;
          }}
        />
      )}
    </FormDialog>
  );
}

type FormProps = {
  dialog: DialogForm;
  account: Account;
  /** @param id of the account that stays */
  onMerged: (id: string) => void;
};

function MergeForm({ account, onMerged, dialog }: FormProps) {
  const form = useCallForm('POST /families/:id/merge', {
    defaultValues: { into: '', note: '', join: [] as string[] },
    toInput: (body) => ({ params: { id: account._id }, body }),
  });
  // What is searched leads to the other family: it has the focus if none is chosen.
  const { field } = useController({ control: form.control, name: 'into' });
  const [text, setText] = useState('');
  const found = useQuery(otherFamiliesOptions(text.trim(), account._id));
  const preview = useQuery({
    ...read('GET /families/:id/merge', {
      params: { id: account._id },
      query: { into: field.value },
    }),
    enabled: field.value !== '',
  });
  const problem = preview.error ?? found.error;
  const merging = field.value === '' ? undefined : preview.data;
  const canMerge = merging?.obstacle === null;

  return (
    <FormInDialog
      dialog={dialog}
      form={form}
      label={preview.data?.needsOwner ? 'Ask the owner' : 'Merge for good'}
      isDisabled={field.value !== '' && !canMerge}
      onSubmit={async (values) => {
        const { isMerged } = await form.send(values);
        if (!isMerged) return 'The owner is asked by email';
        onMerged(values.into);
        return 'The families are merged';
      }}
    >
      <p className="text-base-content/80">
        Everything of {account.name} is to go to the other account. This account is then deleted.
      </p>
      <Field
        label="The other family"
        type="search"
        autoComplete="off"
        hint="Name, phone or email of the parent"
        {...field}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          field.onChange('');
        }}
      />
      {hasVisible(text) && found.data && (
        <fieldset>
          <legend className="mb-1 font-bold">
            {found.data.length > 0 ? 'Which one?' : 'Nobody found'}
          </legend>
          {found.data.map(({ _id, name, email }) => (
            <Check
              key={_id}
              type="radio"
              name="found"
              checked={_id === field.value}
              onChange={() => {
                form.clearErrors();
                form.setValue('join', []);
                field.onChange(_id);
              }}
            >
              <strong>{name}</strong> · {sayAddress(email)}
            </Check>
          ))}
        </fieldset>
      )}
      {merging && <Preview merging={merging} />}
      {merging && canMerge && merging.twice.length > 0 && (
        <TwiceBoxes
          twice={merging.twice}
          legend="In both families, with the same birth date"
          text={`Tick who is the same child. Seats, health, contacts, days and payments of both records are then in one, the one of ${merging.into.name}. Not ticked, they stay two children.`}
          register={form.register('join')}
        />
      )}
      {canMerge && <NoteField label="Why are they one family?" {...form.register('note')} />}
      {problem && <FormProblem>{readApiError(problem).message}</FormProblem>}
    </FormInDialog>
  );
}

/** Says what will happen. */
function Preview({ merging }: { merging: Merging }) {
  const { from, into, children, seats, payments, waiting, notes, needsOwner } = merging;
  if (merging.obstacle) return <p role="alert">{merging.obstacle}</p>;
  const counts = [
    [seats, 'seat'],
    [payments, 'payment'],
    [waiting, 'waiting-list spot'],
    [notes, 'note'],
  ] as const;
  const parts = counts.flatMap(([count, what]) => (count > 0 ? countOf(count, what) : []));
  const goes = [...children, ...parts];
  return (
    <div className="rounded-box bg-accent/25 p-4" role="status">
      <p>
        {goes.length > 0
          ? `${into.name} (${sayAddress(into.email)}) gets: ${listNames(goes)}.`
          : `${from.name} has no children, seats or payments. Only the account goes.`}
      </p>
      {needsOwner && (
        <p className="mt-2">
          {from.name} logs in with {from.email}, so they decide. They get an email, have 14 days to
          agree in their account, and can’t log in with that address afterward.
        </p>
      )}
      <p className="mt-2 font-bold">This can’t be undone.</p>
    </div>
  );
}
