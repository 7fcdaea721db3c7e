import { formatAges } from '@speakifyr/contract/format.ts';
import type { ClassGroup } from '@speakifyr/contract/groups.ts';
import type { ClassPeople } from '@speakifyr/contract/office.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { WarningLine } from '../../../ui/warning-line.tsx';
import { GroupForm } from './group-form.tsx';
import { MemberRow } from './member-row.tsx';
import { findProblems, type Member, sayPlaces } from './read-groups.ts';

type Props = {
  people: ClassPeople;
  group: ClassGroup;
  members: Member[];
  /** The names of the class's team by their ids. */
  leaders: Map<string, string>;
  /** Called after the admin has closed the success message. */
  onDone: () => void;
};

/** A group: for whom it is, who leads it, and who is in it. */
export function GroupCard({ people, group, members, leaders, onDone }: Props) {
  const { _id: classId, groups: all } = people;
  const { _id: groupId, name } = group;
  const change = useChange('PUT /classGroups/:classId');
  const led = group.leaders.flatMap((one) => leaders.get(one) ?? []);
  const remove = () =>
    change.mutateAsync({
      params: { classId },
      body: {
        ...all,
        groups: all.groups.filter((one) => one._id !== groupId),
        seats: all.seats.filter((seat) => seat.groupId !== groupId),
      },
    });
  return (
    <section
      aria-label={name}
      className="card bg-base-100 shadow-card min-w-0 p-4 print:break-inside-avoid"
    >
      <h3 className="text-lg font-bold [overflow-wrap:anywhere]">{name}</h3>
      <p className="text-base-content/80 [overflow-wrap:anywhere]">
        {[formatAges(group), sayPlaces(members, group), led.join(', ')].filter(Boolean).join(' · ')}
      </p>
      {findProblems(members, group, all.pairs).map((problem) => (
        <WarningLine key={problem}>{problem}</WarningLine>
      ))}
      <div className="mt-2 mb-3 flex flex-wrap gap-2 print:hidden">
        <FormDialog
          className="btn-outline btn-sm min-h-11"
          label={<Named text="Change" name={name} />}
          title={`Change ${name}`}
          onDone={onDone}
        >
          {(dialog) => <GroupForm {...{ people, group, leaders, dialog }} />}
        </FormDialog>
        <ActionButton
          className="btn-ghost btn-sm min-h-11"
          question={{
            titleText: `Delete the group ${name}?`,
            text: 'Its people stay in the class, without a group.',
            confirm: 'Yes, delete',
          }}
          act={remove}
          success={`${name} is deleted`}
          onDone={onDone}
        >
          <Named text="Delete" name={name} />
        </ActionButton>
      </div>
      {members.length === 0 ? (
        <p>Nobody is in this group yet.</p>
      ) : (
        <ul>
          {members.map((member) => (
            <MemberRow key={member.cartId} {...{ people, member }} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Named({ text, name }: { text: string; name: string }) {
  return (
    <span>
      {text} <span className="sr-only">{name}</span>
    </span>
  );
}
