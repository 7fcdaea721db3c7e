import { LABELS } from '@speakifyr/contract/labels.ts';
import { sayAddress } from '@speakifyr/contract/stand-in-address.ts';
import type { ListedUser } from '@speakifyr/contract/users.ts';
import { GraduationCap, ShieldCheck, Unlink } from 'lucide-react';
import { useId } from 'react';
import { formatDay } from '../../lib/format.ts';
import { useChange } from '../../lib/use-change.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { DataCell, DataRow } from '../../ui/data-table.tsx';
import { PersonPhoto } from '../../ui/person-photo.tsx';
import { UnconfirmedBadge } from '../../ui/unconfirmed-badge.tsx';
import { MakeAdmin } from './make-admin.tsx';
import { RemoveUser } from './remove-user.tsx';
import { RemovalNote, TakeBack } from './take-back.tsx';
import { Rights } from './rights.tsx';

type Props = {
  user: ListedUser;
  number: number;
  /** The admin who looks at it: nobody can remove themself. */
  isOwn: boolean;
  /** Whether the admin who looks at it may change roles. */
  isDirector: boolean;
  /** Called after the person has closed the success message. */
  onChanged: () => void;
};

/** A user with what an admin can do about them. */
export function UserRow({ user, number, isOwn, isDirector, onChanged }: Props) {
  const { name, email, photo, removal } = user;
  const badgeId = useId();
  const RemoveOrTakeBack = removal ? TakeBack : RemoveUser;
  return (
    <DataRow className="grid-cols-[1fr_auto]">
      <DataCell className="text-base-content/80 hidden tabular-nums @3xl:table-cell">
        {number}
      </DataCell>
      <DataCell className="col-span-2">
        <span className="flex items-center gap-3">
          <PersonPhoto photo={photo} name={name} size={44} />
          <span className="min-w-0 font-semibold break-words">{name}</span>
        </span>
      </DataCell>
      <DataCell className="text-base-content/80 col-span-2">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="break-all">{sayAddress(email)}</span>
          {!user.isVerified && <UnconfirmedBadge id={badgeId} />}
        </span>
        {removal && <RemovalNote removal={removal} />}
        {!isOwn && !removal && isDirector && <OtherSignIn user={user} onDone={onChanged} />}
      </DataCell>
      <DataCell className="pt-2">
        {user.role !== 'student' ? (
          <RoleBadge role={user.role} />
        ) : (
          isDirector && !removal && <MakeAdmin user={user} badgeId={badgeId} onDone={onChanged} />
        )}
      </DataCell>
      <DataCell className="pt-2 @3xl:w-64">
        <span className="flex flex-wrap items-center">
          {user.role === 'admin' && !removal && (
            <Rights {...{ user, isOwn, isDirector, onDone: onChanged }} />
          )}
          {isOwn ? (
            <span className="text-base-content/80 flex min-h-11 items-center px-4">
              This is you
            </span>
          ) : (
            (isDirector || user.role !== 'admin') && (
              <RemoveOrTakeBack user={user} onDone={onChanged} />
            )
          )}
        </span>
      </DataCell>
    </DataRow>
  );
}

const BADGES = {
  admin: { icon: ShieldCheck, label: 'Admin', look: 'badge-primary' },
  instructor: { icon: GraduationCap, label: 'Instructor', look: 'badge-accent' },
};

function RoleBadge({ role }: { role: keyof typeof BADGES }) {
  const { icon: Icon, label, look } = BADGES[role];
  return (
    <span className={`badge badge-lg gap-1.5 text-sm font-semibold ${look}`}>
      <Icon className="size-4" aria-hidden="true" />
      <span>{label}</span>
    </span>
  );
}

type OtherSignInProps = { user: ListedUser; onDone: () => void };

/** Says that another sign-in tried to use this account, and lets the admin unlink the current one. */
function OtherSignIn({ user: { _id, name, email, otherSignIn }, onDone }: OtherSignInProps) {
  const unlinking = useChange('DELETE /userSignIn/:id');
  if (!otherSignIn) return null;
  const { at, isVerified } = otherSignIn;

  return (
    <span className="mt-1 block space-y-1.5 text-sm">
      <span className="block">{`Another sign-in with this address was refused on ${formatDay(new Date(at))}. It has ${isVerified ? 'confirmed the address.' : 'not confirmed the address.'}`}</span>
      <ActionButton
        className="btn-sm btn-outline"
        question={{
          titleText: `Unlink the sign-in of ${name}?`,
          text: `This logs ${name} out. The next person who logs in with ${email} and has confirmed that address gets this account, with its role, classes and payments. Call ${name} first to make sure who that is.`,
          confirm: 'Yes, Unlink!',
        }}
        act={() => unlinking.mutateAsync({ params: { id: _id } })}
        success={`${name} Unlinked`}
        onDone={onDone}
      >
        <Unlink className="size-4" aria-hidden="true" />
        {LABELS.unlinkSignIn}
        <span className="sr-only"> of {name}</span>
      </ActionButton>
    </span>
  );
}
