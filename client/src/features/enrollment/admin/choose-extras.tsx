import { useQuery } from '@tanstack/react-query';
import { ShoppingBag } from 'lucide-react';
import { call } from '../../../lib/api.ts';
import { nameCharge } from '../../../lib/format.ts';
import { read } from '../../../lib/read.ts';
import { useChange } from '../../../lib/use-change.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { ExtrasForm } from '../extras/extras-form.tsx';
import type { WantedExtras } from '../extras/extras.queries.ts';
import type { SeatProps } from './money-form.tsx';

type Props = Pick<SeatProps, 'onBusy' | 'onDone' | 'onCancel'> & {
  person: Pick<SeatProps['person'], 'cartId'>;
  campClass: Pick<SeatProps['campClass'], '_id'>;
};

/** Chooses the extras of a seat for a family that called. */
export function ChooseExtras({ person, campClass, onBusy, onDone, onCancel }: Props) {
  const seat = { classId: campClass._id, cartId: person.cartId };
  const extras = useQuery(read('GET /officeExtras/:classId/:cartId', { params: seat }));
  const choose = useChange('PUT /officeExtras/:classId/:cartId', (wanted: WantedExtras) =>
    call('PUT /officeExtras/:classId/:cartId', { params: seat, body: { extras: wanted } }),
  );
  return (
    <ExtrasForm
      isOffice
      extras={extras}
      choose={{
        ...choose,
        mutate(wanted, { onSuccess }) {
          onBusy(true);
          choose.mutate(wanted, { onSuccess, onSettled: () => onBusy(false) });
        },
      }}
      onClose={onCancel}
      onSaved={(toPay) =>
        onDone(
          toPay > 0
            ? `Extras saved. The family owes ${nameCharge(toPay / 100)} for them`
            : 'Extras saved',
        )
      }
    />
  );
}

type ButtonProps = {
  person: Pick<SeatProps['person'], 'cartId' | 'name'>;
  campClass: Pick<SeatProps['campClass'], '_id' | 'name'>;
  onDone: () => void;
};

/** The button for the extras of a seat that is held for a family. */
export function ChooseExtrasButton({ person, campClass, onDone }: ButtonProps) {
  return (
    <FormDialog
      className="btn-outline btn-sm"
      label={
        <>
          <ShoppingBag className="size-4" aria-hidden="true" />
          Extras{' '}
          <span className="sr-only">
            of {person.name}’s seat in {campClass.name}
          </span>
        </>
      }
      title="Extras"
      onDone={onDone}
    >
      {(dialog) => <ChooseExtras {...{ person, campClass }} {...dialog} />}
    </FormDialog>
  );
}
