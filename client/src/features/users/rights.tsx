import type { AdminBundle } from '@speakifyr/contract/limits.ts';
import type { ListedUser } from '@speakifyr/contract/users.ts';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../lib/use-action.ts';
import { useChange } from '../../lib/use-change.ts';
import { signInAgain } from '../../session/sign-in-again.ts';
import { Button } from '../../ui/button.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { BundleChoice, sayBundle, PEOPLE } from './bundle-choice.tsx';

type Props = {
  user: ListedUser;
  /** Nobody takes the role from themselves. */
  isOwn: boolean;
  isDirector: boolean;
  onDone: () => void;
};

/** The one button of an admin's row: what they may do. A director changes it, after signing in again. R536, R293 */
export function Rights({ user, isOwn, isDirector, onDone }: Props) {
  const { _id, name, bundle = 'director' } = user;
  const [wanted, setWanted] = useState<AdminBundle>();
  const action = useAction();
  const changing = useChange('PATCH /adminBundle/:id');
  const removal = useChange('DELETE /userList/admin/:id');

  // The dialog closes first: the questions that follow have dialogs of their own.
  function change(to: AdminBundle) {
    setWanted(undefined);
    const act = async () => {
      const idToken = await signInAgain({
        text: sayBundle(name, to),
        confirm: 'Yes, Change!',
      });
      return idToken
        ? changing.mutateAsync({ params: { id: _id }, body: { bundle: to, idToken } })
        : false;
    };
    void action.run({ act, success: `${name} is now ${PEOPLE[to]}`, onDone });
  }

  function remove() {
    setWanted(undefined);
    void action.run({
      question: {
        titleText: `Make ${name} a parent again?`,
        text: 'They can no longer see or change anything as an admin. Their own children, seats and payments stay. We email them about it.',
        confirm: 'Yes, Remove as Admin!',
      },
      act: () => removal.mutateAsync({ params: { id: _id } }),
      success: `${name} is no longer an admin`,
      onDone,
    });
  }

  return (
    <>
      <Button className="btn-ghost" isBusy={action.isBusy} onClick={() => setWanted(bundle)}>
        <KeyRound className="size-4" aria-hidden="true" />
        Rights<span className="sr-only"> of {name}</span>
      </Button>
      {wanted && (
        <ModalDialog title={`What ${name} may do`} onClose={() => setWanted(undefined)}>
          <BundleChoice
            name={name}
            chosen={wanted}
            only={isDirector ? undefined : bundle}
            onChange={setWanted}
          />
          {isDirector && !isOwn && (
            <button type="button" className="btn btn-ghost text-error mt-3 -ml-4" onClick={remove}>
              Remove as admin
            </button>
          )}
          <DialogButtons
            className="mt-5"
            label="Change"
            back="Close"
            isBusy={false}
            isDisabled={wanted === bundle}
            onConfirm={() => change(wanted)}
            onBack={() => setWanted(undefined)}
          />
        </ModalDialog>
      )}
    </>
  );
}
