import { ADMIN_BUNDLES, type AdminBundle } from '@speakifyr/contract/limits.ts';
import type { ListedUser } from '@speakifyr/contract/users.ts';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../lib/use-action.ts';
import { useChange } from '../../lib/use-change.ts';
import { signInAgain } from '../../session/sign-in-again.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceCard } from '../../ui/choice-card.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';

const LABELS: Record<AdminBundle, string> = {
  director: 'Director',
  office: 'Office',
  accountant: 'Accountant',
};

/** As a sentence names them. */
const PEOPLE: Record<AdminBundle, string> = {
  director: 'a director',
  office: 'an admin of the office',
  accountant: 'an accountant',
};

const TEXTS: Record<AdminBundle, string> = {
  director:
    'They can do everything, including changing roles, the refund policy, discounts and extras.',
  office: 'They can do everything but change roles, the refund policy, discounts and extras.',
  accountant: 'They read money and close months. They see no families and no children.',
};

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
        text: `${name} becomes ${PEOPLE[to]}. ${TEXTS[to]}`,
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
          <div role="radiogroup" aria-label={`What ${name} may do`} className="mt-4 grid gap-3">
            {ADMIN_BUNDLES.filter((one) => isDirector || one === bundle).map((one) => (
              <ChoiceCard
                key={one}
                type="radio"
                name="bundle"
                checked={wanted === one}
                onChange={() => setWanted(one)}
              >
                <span className="block font-semibold">{LABELS[one]}</span>
                {TEXTS[one]}
              </ChoiceCard>
            ))}
          </div>
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
