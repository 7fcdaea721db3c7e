import { ShoppingBag } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { linkToRest } from '../../../lib/dashboard-links.ts';
import { ExtrasDialog } from './extras-dialog.tsx';

type Props = {
  cartId: string;
  /** Such as `Sailing for Mia`. */
  name: string;
  hasSome: boolean;
  /** What happens after a change to a seat that is not paid yet. */
  onChanged?: () => Promise<void>;
};

/** Opens the choice of a seat's extras. What is added to an enrolled seat is paid next. */
export function ExtrasButton({ cartId, name, hasSome, onChanged }: Props) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className="btn btn-outline btn-sm"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <ShoppingBag className="size-4" aria-hidden="true" />
        <span>{hasSome ? 'Change extras' : 'Add extras'}</span>{' '}
        <span className="sr-only">of {name}</span>
      </button>
      {isOpen && (
        <ExtrasDialog
          {...{ cartId, name }}
          onClose={close}
          onSaved={(toPay) => {
            close();
            if (toPay > 0) void navigate(linkToRest(cartId));
            void onChanged?.();
          }}
        />
      )}
    </>
  );
}
