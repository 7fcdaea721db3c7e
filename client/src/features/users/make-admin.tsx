import { LABELS } from '@speakifyr/contract/labels.ts';
import type { AdminBundle } from '@speakifyr/contract/limits.ts';
import type { ListedUser } from '@speakifyr/contract/users.ts';
import { ShieldPlus } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../lib/use-action.ts';
import { useChange } from '../../lib/use-change.ts';
import { sayWhoHears } from '../../lib/who-hears.ts';
import { signInAgain } from '../../session/sign-in-again.ts';
import { Button } from '../../ui/button.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { explainUnconfirmed } from '../../ui/unconfirmed-badge.tsx';
import { BundleChoice, sayBundle } from './bundle-choice.tsx';

const CONFIRM = 'Yes, Make Admin!';

type Props = { user: ListedUser; badgeId: string; onDone: () => void };

/**
 * The button that makes a student an admin. What they may do is chosen at once; for more than the office's rights, the
 * director signs in again. R293, R556
 */
export function MakeAdmin({ user, badgeId, onDone }: Props) {
  const { _id: id, name, isVerified } = user;
  const [isOpen, setOpen] = useState(false);
  const [wanted, setWanted] = useState<AdminBundle>();
  const action = useAction();
  const promotion = useChange('PATCH /userList/admin/:id');
  const changing = useChange('PATCH /adminBundle/:id');

  // The dialog closes first: the questions that follow have dialogs of their own.
  function make(bundle: AdminBundle) {
    setOpen(false);
    const act = async () => {
      const isOffice = bundle === 'office';
      const text = sayBundle(name, bundle);
      const idToken = isOffice ? '' : await signInAgain({ text, confirm: CONFIRM });
      if (idToken === undefined) return false;
      await promotion.mutateAsync({ params: { id } });
      if (!isOffice) await changing.mutateAsync({ params: { id }, body: { bundle, idToken } });
      return true;
    };
    void action.run({ act, success: `${name} added as admin`, onDone });
  }

  return (
    <>
      <Button
        className="btn-ghost -ml-3 px-3 font-medium"
        disabled={!isVerified}
        {...(!isVerified && explainUnconfirmed(badgeId))}
        isBusy={action.isBusy}
        onClick={() => setOpen(true)}
      >
        <ShieldPlus className="size-4" aria-hidden="true" />
        {LABELS.makeAdmin}
        <span className="sr-only">: {name}</span>
      </Button>
      {isOpen && (
        <ModalDialog title={`Make ${name} an admin?`} onClose={() => setOpen(false)}>
          <BundleChoice name={name} chosen={wanted} onChange={setWanted} />
          <p className="mt-4">{sayWhoHears([user])}</p>
          <DialogButtons
            className="mt-5"
            label={CONFIRM}
            back={LABELS.cancel}
            isBusy={false}
            isDisabled={!wanted}
            onConfirm={() => wanted && make(wanted)}
            onBack={() => setOpen(false)}
          />
        </ModalDialog>
      )}
    </>
  );
}
