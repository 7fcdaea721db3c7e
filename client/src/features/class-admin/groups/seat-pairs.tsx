import type { SeatPair } from '@speakifyr/contract/groups.ts';
import type { ClassPeople } from '@speakifyr/contract/office.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { type DialogForm, FormDialog } from '../../../ui/form-dialog.tsx';
import { FormInDialog } from '../../../ui/form-in-dialog.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { type Member, nameWithAge } from './read-groups.ts';

type Props = {
  people: ClassPeople;
  members: Member[];
  /** Called after the admin has closed the success message. */
  onDone: () => void;
};

/** Who should be in one group, and who must never be. Only the office reads it. R683 */
export function SeatPairs({ people, members, onDone }: Props) {
  const { _id: classId, groups: all } = people;
  const change = useChange('PUT /classGroups/:classId');
  if (members.length < 2 || all.groups.length === 0) return null;
  const remove = (pair: SeatPair) =>
    change.mutateAsync({
      params: { classId },
      body: { ...all, pairs: all.pairs.filter((one) => one !== pair) },
    });
  return (
    <section aria-label="Together or apart" className="mt-4 print:hidden">
      <h3 className="font-bold">Together or apart : {all.pairs.length}</h3>
      <p className="text-base-content/80 mb-2 max-w-prose">
        Only the office reads this. Families and the team do not see it.
      </p>
      <ul className="mb-2">
        {all.pairs.map((pair) => {
          const names = namePair(pair, members);
          return (
            <li key={pair.cartIds.join()} className="flex flex-wrap items-center gap-x-3 py-1">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <span className="font-semibold">
                  {pair.isApart ? 'Never together' : 'Together'}
                </span>
                : {names}
              </span>
              <ActionButton
                className="btn-ghost btn-sm min-h-11"
                act={() => remove(pair)}
                onDone={onDone}
                hasSpinner
              >
                Remove<span className="sr-only">: {names}</span>
              </ActionButton>
            </li>
          );
        })}
      </ul>
      {people.wishes && (
        <>
          <p className="font-semibold">Friends whose families both asked</p>
          <ul className="mb-2">
            {people.wishes.map((cartIds) => (
              <li key={cartIds.join()} className="py-1 [overflow-wrap:anywhere]">
                {namePair({ cartIds }, members)}
              </li>
            ))}
          </ul>
        </>
      )}
      <FormDialog
        className="btn-outline"
        label="Add two people"
        title="Together or apart"
        onDone={onDone}
      >
        {(dialog) => <PairForm {...{ people, members, dialog }} />}
      </FormDialog>
    </section>
  );
}

function namePair({ cartIds }: Pick<SeatPair, 'cartIds'>, members: Member[]): string {
  return cartIds
    .map((id) => members.find(({ cartId }) => cartId === id)?.name ?? 'Not Found')
    .join(' and ');
}

type FormProps = { people: ClassPeople; members: Member[]; dialog: DialogForm };

function PairForm({ people, members, dialog }: FormProps) {
  const { _id: classId, groups: all } = people;
  const form = useCallForm('PUT /classGroups/:classId', {
    defaultValues: { one: '', other: '', kind: 'together' },
    toInput: ({ one, other, kind }) => ({
      params: { classId },
      body: {
        ...all,
        pairs: [...all.pairs, { cartIds: [one, other], isApart: kind === 'apart' }],
      },
    }),
    findProblems: ({ one, other }) => ({
      one: !one && 'Please choose one.',
      other: !other ? 'Please choose one.' : other === one && 'Please choose somebody else.',
    }),
  });
  const choices = (
    <>
      <option value="">Choose…</option>
      {members.map(({ cartId, name, age }) => (
        <option key={cartId} value={cartId}>
          {nameWithAge({ name, age })}
        </option>
      ))}
    </>
  );
  return (
    <FormInDialog
      dialog={dialog}
      form={form}
      label="Save"
      onSubmit={async (values) => {
        await form.send(values);
        return 'Saved';
      }}
    >
      <SelectField label="One person" {...form.register('one')}>
        {choices}
      </SelectField>
      <SelectField label="The other person" {...form.register('other')}>
        {choices}
      </SelectField>
      <SelectField label="Should be" {...form.register('kind')}>
        <option value="together">together, if there is room</option>
        <option value="apart">never together</option>
      </SelectField>
    </FormInDialog>
  );
}
