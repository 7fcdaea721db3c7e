import type { ClassPeople } from '@speakifyr/contract/office.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useChange } from '../../../lib/use-change.ts';
import { type Member, putInGroup } from './read-groups.ts';

/** Somebody in a group or in none, and the choice that moves them to another one. */
export function MemberRow({ people, member }: { people: ClassPeople; member: Member }) {
  const { _id: classId, groups: all, status } = people;
  const { name, age, groupId = '' } = member;
  const change = useChange('PUT /classGroups/:classId');
  const action = useAction();
  const move = (to: string) =>
    action.run({
      act: () => change.mutateAsync({ params: { classId }, body: putInGroup(all, member, to) }),
    });
  return (
    <li className="border-base-content/10 flex flex-wrap items-center gap-x-3 gap-y-1 border-t py-1.5">
      <span className="min-w-0 grow basis-36 [overflow-wrap:anywhere]">
        {name}
        {age !== null && <span className="text-base-content/80">, age {age}</span>}
      </span>
      {status !== 'archived' && (
        <select
          aria-label={`Group of ${name}`}
          className="select bg-base-100 min-h-11 max-w-full min-w-0 grow basis-36 overflow-clip pe-10 text-base sm:max-w-60 print:hidden"
          value={groupId}
          aria-busy={action.isBusy}
          onChange={({ target }) => void move(target.value)}
        >
          <option value="">No group</option>
          {all.groups.map((group) => (
            <option key={group._id} value={group._id}>
              {group.name}
            </option>
          ))}
        </select>
      )}
    </li>
  );
}
