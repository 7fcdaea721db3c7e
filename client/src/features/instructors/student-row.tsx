import type { User } from '@speakifyr/contract/identity.ts';
import { UserPlus } from 'lucide-react';
import { useId } from 'react';
import { useChange } from '../../lib/use-change.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { DataCell, DataRow } from '../../ui/data-table.tsx';
import { PersonPhoto } from '../../ui/person-photo.tsx';
import { explainUnconfirmed, UnconfirmedBadge } from '../../ui/unconfirmed-badge.tsx';

type Props = {
  student: User;
  /** Called after the person has closed the success message. */
  onAdded: () => void;
};

/** A student with the button that makes them an instructor. */
export function StudentRow({ student, onAdded }: Props) {
  const { name, email, photo, isVerified } = student;
  const badgeId = useId();
  const promotion = useChange('PATCH /makeInstructor');

  return (
    <DataRow className="grid-cols-[1fr_auto]">
      <DataCell className="col-span-2">
        <span className="flex items-center gap-3">
          <PersonPhoto photo={photo} name={name} size={44} />
          <span className="min-w-0 font-semibold break-words">{name}</span>
        </span>
      </DataCell>
      <DataCell className="text-base-content/80 col-span-2">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="break-all">{email}</span>
          {!isVerified && <UnconfirmedBadge id={badgeId} />}
        </span>
      </DataCell>
      <DataCell className="pt-2">
        <span className="badge badge-lg bg-base-300 border-base-content/15 text-sm font-semibold">
          Student
        </span>
      </DataCell>
      <DataCell className="pt-2 @3xl:w-36">
        <ActionButton
          className="btn-primary"
          disabled={!isVerified}
          {...(!isVerified && explainUnconfirmed(badgeId))}
          question={{
            titleText: `Make ${name} an instructor?`,
            text: 'They get the instructor dashboard and can no longer join classes. Families see their name, photo and email at once, and their own text as soon as they have written it. We email them about it.',
            confirm: 'Yes, Make Instructor!',
          }}
          act={() => promotion.mutateAsync({ query: { email } })}
          success="Succesfully added as Instructor"
          onDone={onAdded}
        >
          <UserPlus className="size-4" aria-hidden="true" />
          Add<span className="sr-only"> {name} as an instructor</span>
        </ActionButton>
      </DataCell>
    </DataRow>
  );
}
