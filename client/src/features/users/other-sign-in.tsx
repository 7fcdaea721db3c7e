import { LABELS } from '@speakifyr/contract/labels.ts';
import type { ListedUser } from '@speakifyr/contract/users.ts';
import { Unlink } from 'lucide-react';
import { useChange } from '../../lib/use-change.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { formatDay } from '../../lib/format.ts';

type Props = { user: ListedUser; onDone: () => void };

/** Says that another sign-in tried to use this account, and lets the admin unlink the current one. */
export function OtherSignIn({ user: { _id, name, email, otherSignIn }, onDone }: Props) {
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
