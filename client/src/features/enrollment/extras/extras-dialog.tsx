import { useQuery } from '@tanstack/react-query';
import { read } from '../../../lib/read.ts';
import { ModalDialog } from '../../../ui/modal-dialog.tsx';
import { ExtrasForm } from './extras-form.tsx';
import { useChooseExtras } from './extras.queries.ts';

type Props = {
  cartId: string;
  /** Such as `Sailing for Mia`. */
  name: string;
  onClose: () => void;
  /** Called with what is to be paid now, in cents, after the choice was saved. */
  onSaved: (toPay: number) => void;
};

/** Where a family chooses the extras of a seat. R442 */
export function ExtrasDialog({ cartId, name, onClose, onSaved }: Props) {
  const extras = useQuery(read('GET /seatExtras/:cartId', { params: { cartId } }));
  const choose = useChooseExtras(cartId);
  return (
    <ModalDialog title="Extras" isBusy={choose.isPending} onClose={onClose}>
      <p className="text-base-content/80 mt-1 [overflow-wrap:anywhere]">{name}</p>
      <ExtrasForm {...{ extras, choose, onClose, onSaved }} />
    </ModalDialog>
  );
}
