import type { ClassPeople } from '@speakifyr/contract/office.ts';
import { useState } from 'react';
import type { DialogForm } from '../../../ui/form-dialog.tsx';
import { FormInDialog } from '../../../ui/form-in-dialog.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { listMembers, nameWithAge, NO_GROUP, planGroups } from './read-groups.ts';

type Props = { people: ClassPeople; dialog: DialogForm };

/** Shows who would come into which group, and saves it. Who is in a group stays there. R681 */
export function FillForm({ people: latest, dialog }: Props) {
  // The page loads again by itself: what is saved is what was read. The server refuses it if the groups have changed.
  const [people] = useState(latest);
  const { _id: classId, groups: all } = people;
  const [plan] = useState(() => planGroups(people));
  const members = listMembers(people);
  const seats = [...plan.groupOf].map(([cartId, groupId]) => ({ cartId, groupId }));
  const form = useCallForm('PUT /classGroups/:classId', {
    defaultValues: {},
    toInput: () => ({ params: { classId }, body: { ...all, seats } }),
  });
  const count = seats.length - all.seats.length;
  return (
    <FormInDialog
      dialog={dialog}
      form={form}
      label="Save"
      isDisabled={count === 0}
      onSubmit={async () => {
        await form.send({});
        return count === 1 ? 'One person has a group now' : `${count} people have a group now`;
      }}
    >
      {all.groups.map(({ _id, name }) => {
        const added = members.filter(
          ({ cartId, groupId }) => groupId !== _id && plan.groupOf.get(cartId) === _id,
        );
        return (
          <People
            key={_id}
            title={`${name} : ${seats.filter(({ groupId }) => groupId === _id).length}`}
            lines={added.map(nameWithAge)}
            none="Nobody is added."
          />
        );
      })}
      {plan.left.size > 0 && (
        <People
          title={`No group : ${plan.left.size}`}
          lines={members.flatMap((one) => {
            const why = plan.left.get(one.cartId);
            return why ? `${nameWithAge(one)}: ${NO_GROUP[why]}` : [];
          })}
        />
      )}
    </FormInDialog>
  );
}

type PeopleProps = { title: string; lines: string[]; none?: string };

function People({ title, lines, none }: PeopleProps) {
  return (
    <section>
      <h3 className="font-bold [overflow-wrap:anywhere]">{title}</h3>
      {lines.length === 0 ? (
        <p className="text-base-content/80">{none}</p>
      ) : (
        <ul className="[overflow-wrap:anywhere]">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
