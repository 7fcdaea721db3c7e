import type { Family } from '@speakifyr/contract/families.ts';
import { hasMailbox } from '@speakifyr/contract/stand-in-address.ts';
import { Link2 } from 'lucide-react';
import { readApiError } from '../../../lib/api.ts';
import { formatMoment } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { useChange } from '../../../lib/use-change.ts';
import { Button } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { ModalDialog } from '../../../ui/modal-dialog.tsx';

type Props = { family: Pick<Family, 'account' | 'held'> };

/** The button that makes a link with which anybody pays for the family's reserved seats. R582 */
export function MakePayLink({ family: { account, held } }: Props) {
  const making = useChange('POST /families/:id/payLink');
  const cartIds = held
    .filter(({ person }) => person.isReserved && person.userId === account._id)
    .map(({ person }) => person.cartId);
  if (cartIds.length === 0) return null;
  const made = making.data;
  return (
    <>
      <Button
        className="btn-outline btn-primary"
        isBusy={making.isPending}
        hasSpinner
        onClick={() => making.mutate({ params: { id: account._id }, body: { cartIds } })}
      >
        <Link2 className="size-4" aria-hidden="true" />
        Payment link
      </Button>
      <FormProblem>{making.isError && readApiError(making.error).message}</FormProblem>
      {made && (
        <ModalDialog title="Payment link" onClose={making.reset}>
          <div className="grid gap-4">
            <p>
              {hasMailbox(account.email)
                ? `An email with the link is on its way to ${account.email}. You can also read out this code:`
                : 'This family has no email address. Read out this code:'}
            </p>
            <p className="font-mono text-2xl font-bold">{made.code}</p>
            <p className="[overflow-wrap:anywhere]">
              {`Typed at ${window.location.origin}${paths.pay}, it opens the payment of the reserved seats and nothing else, until ${formatMoment(new Date(made.until))}. It is shown only now; a new one replaces it.`}
            </p>
            <Button className="btn-primary" onClick={making.reset}>
              Close
            </Button>
          </div>
        </ModalDialog>
      )}
    </>
  );
}
