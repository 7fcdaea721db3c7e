import type { ClassGroup } from '@speakifyr/contract/groups.ts';
import type { ClassPeople } from '@speakifyr/contract/office.ts';
import { useState } from 'react';
import { makeId } from '../../../lib/make-id.ts';
import { ChoiceCard } from '../../../ui/choice-card.tsx';
import { Field } from '../../../ui/field.tsx';
import type { DialogForm } from '../../../ui/form-dialog.tsx';
import { FormInDialog } from '../../../ui/form-in-dialog.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';

type Props = {
  people: ClassPeople;
  /** Missing for a new one. */
  group?: ClassGroup;
  /** The names of the class's team by their ids. */
  leaders: Map<string, string>;
  dialog: DialogForm;
};

/** `leaders`: the browser has a text, or false, if there is only one to choose. */
type Values = {
  name: string;
  ageFrom: string;
  ageTo: string;
  places: string;
  leaders: string[] | string | false;
};

/** Adds a group, or changes its name, ages, places and leaders. */
export function GroupForm({ people, group, leaders, dialog }: Props) {
  const { _id: classId, groups: all } = people;
  // The same for a second try.
  const [_id] = useState(() => group?._id ?? makeId());
  const place = group ? all.groups.indexOf(group) : all.groups.length;
  const form = useCallForm('PUT /classGroups/:classId', {
    at: `groups.${place}`,
    firstField: 'name',
    defaultValues: {
      name: group?.name ?? '',
      ageFrom: write(group?.ageFrom),
      ageTo: write(group?.ageTo),
      places: write(group?.places),
      leaders: group?.leaders ?? [],
    } as Values,
    toInput: (values) => ({
      params: { classId },
      body: { ...all, groups: all.groups.toSpliced(place, 1, { _id, ...readGroup(values) }) },
    }),
  });
  return (
    <FormInDialog
      dialog={dialog}
      form={form}
      label="Save"
      onSubmit={async (values) => {
        await form.send(values);
        return `${values.name.trim()} is saved`;
      }}
    >
      <Field label="Name" autoComplete="off" {...form.register('name')} />
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Youngest age" inputMode="numeric" {...form.register('ageFrom')} />
        <Field label="Oldest age" inputMode="numeric" {...form.register('ageTo')} />
        <Field label="Places" inputMode="numeric" {...form.register('places')} />
      </div>
      <p className="text-base-content/75 text-sm">Leave ages and places empty for no limit.</p>
      {leaders.size > 0 && (
        <fieldset>
          <legend className="mb-2 font-semibold">Leaders</legend>
          <div className="grid gap-2">
            {[...leaders].map(([userId, name]) => (
              <ChoiceCard key={userId} type="checkbox" value={userId} {...form.register('leaders')}>
                {name}
              </ChoiceCard>
            ))}
          </div>
        </fieldset>
      )}
    </FormInDialog>
  );
}

const write = (number: number | null | undefined) => (number == null ? '' : String(number));

function readGroup({ name, ageFrom, ageTo, places, leaders }: Values): Omit<ClassGroup, '_id'> {
  return {
    name,
    ageFrom: readNumber(ageFrom),
    ageTo: readNumber(ageTo),
    places: readNumber(places),
    leaders: [leaders].flat().filter((one): one is string => Boolean(one)),
  };
}

/** Nothing typed is no limit. What can't be read is NaN, which the contract refuses. */
function readNumber(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}
