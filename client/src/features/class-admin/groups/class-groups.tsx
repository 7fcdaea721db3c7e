import { MAX_GROUPS } from '@speakifyr/contract/fill-groups.ts';
import type { ClassPeople } from '@speakifyr/contract/office.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { read } from '../../../lib/read.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { FillForm } from './fill-form.tsx';
import { GroupCard } from './group-card.tsx';
import { GroupForm } from './group-form.tsx';
import { MemberRow } from './member-row.tsx';
import { SeatPairs } from './seat-pairs.tsx';
import { listMembers } from './read-groups.ts';

/** The groups of a class: the office fills them with one press, and moves people by hand. R680 */
export function ClassGroups({ people }: { people: ClassPeople }) {
  const { _id: classId, groups: all } = people;
  const { groups } = all;
  const heading = useRef<HTMLHeadingElement>(null);
  const team = useQuery(read('GET /classTeam/:classId', { params: { classId } }));
  const change = useChange('PUT /classGroups/:classId');
  const { lead, members: others = [] } = team.data ?? {};
  // Somebody can have two stays on a team.
  const leaders = new Map(
    [...(lead ? [lead] : []), ...others].map((one) => [one.userId, one.name]),
  );
  const members = listMembers(people);
  const inNone = members.filter(({ groupId }) => !groups.some(({ _id }) => _id === groupId));
  const onDone = () => heading.current?.focus();
  return (
    <section className="mb-8 min-w-0">
      <h2 ref={heading} tabIndex={-1} className="mb-3 text-xl font-bold outline-none">
        Groups : {groups.length}
      </h2>
      {groups.length === 0 && (
        <p className="text-base-content/80 mb-3">
          Without groups, everybody in the class is together.
        </p>
      )}
      <div className="mb-4 flex flex-wrap gap-3 print:hidden">
        {groups.length < MAX_GROUPS && (
          <FormDialog
            className="btn-outline btn-primary"
            label="Add a group"
            title="Add a group"
            onDone={onDone}
          >
            {(dialog) => <GroupForm {...{ people, leaders, dialog }} />}
          </FormDialog>
        )}
        {groups.length > 0 && inNone.length > 0 && (
          <FormDialog
            className="btn-primary"
            label="Fill by age"
            title="Fill the groups"
            onDone={onDone}
          >
            {(dialog) => <FillForm {...{ people, dialog }} />}
          </FormDialog>
        )}
        {all.seats.length > 0 && (
          <ActionButton
            className="btn-ghost"
            question={{
              titleText: 'Take everybody out of the groups?',
              text: 'The groups stay, so you can fill them again.',
              confirm: 'Yes, take out',
            }}
            act={() => change.mutateAsync({ params: { classId }, body: { ...all, seats: [] } })}
            success="The groups are empty"
            onDone={onDone}
          >
            Take everybody out
          </ActionButton>
        )}
      </div>
      {groups.length > 0 && (
        <div className="grid items-start gap-4 xl:grid-cols-2">
          {groups.map((group) => (
            <GroupCard
              key={group._id}
              {...{ people, group, leaders, onDone }}
              members={members.filter(({ groupId }) => groupId === group._id)}
            />
          ))}
          {inNone.length > 0 && (
            <section aria-label="No group" className="card bg-base-100 shadow-card min-w-0 p-4">
              <h3 className="text-lg font-bold">No group : {inNone.length}</h3>
              <ul className="mt-2">
                {inNone.map((member) => (
                  <MemberRow key={member.cartId} {...{ people, member }} />
                ))}
              </ul>
            </section>
          )}
        </div>
      )}
      <SeatPairs {...{ people, members, onDone }} />
    </section>
  );
}
