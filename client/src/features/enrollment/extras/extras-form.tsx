import type { SeatExtras } from '@speakifyr/contract/extras.ts';
import { UNPAID_EXTRAS_DAYS } from '@speakifyr/contract/limits.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { formatCharge } from '../../../lib/format.ts';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import {
  listRows,
  readTicks,
  sumTicks,
  type Tick,
  tickChosen,
  type Ticks,
} from './chosen-extras.ts';
import { ExtraChoice } from './extra-row.tsx';
import type { WantedExtras } from './extras.queries.ts';

type Props = {
  extras: UseQueryResult<SeatExtras>;
  /** Saves all extras that the seat should have. */
  choose: {
    mutate: (wanted: WantedExtras, options: { onSuccess: () => void }) => void;
    isPending: boolean;
    error: Error | null;
  };
  /** Whether the office chooses for the family, which then owes what is added. */
  isOffice?: boolean;
  onClose: () => void;
  /** Called with what is to be paid now, in cents, after the choice was saved. */
  onSaved: (toPay: number) => void;
};

/** The extras a seat can have: lunch, care, a T-shirt. R500 */
export function ExtrasForm({ extras, ...form }: Props) {
  if (extras.data)
    // What was saved, or taken by others, is shown as it is now.
    return <Choices key={extras.dataUpdatedAt} extras={extras.data} {...form} />;
  if (extras.isError)
    return (
      <Instead onClose={form.onClose}>
        <FormProblem>{readApiError(extras.error).message}</FormProblem>
      </Instead>
    );
  return <div role="status" aria-label="Loading the extras" className="skeleton mt-4 h-44" />;
}

/** Shown when there is nothing to choose from. */
function Instead({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <div className="mt-4">
      {children}
      <button type="button" className="btn btn-ghost mt-4" onClick={onClose}>
        Close
      </button>
    </div>
  );
}

type ChoicesProps = Omit<Props, 'extras'> & { extras: SeatExtras };

function Choices({ extras, choose, isOffice = false, onClose, onSaved }: ChoicesProps) {
  const [ticks, setTicks] = useState<Ticks>(() => tickChosen(extras));
  const [isChecked, setChecked] = useState(false);
  const rows = listRows(extras);
  const wanted = readTicks(rows, ticks);
  const { all, toPay } = sumTicks(rows, ticks);
  const isAdded = extras.state === 'enrolled';

  function change(key: string, tick: Tick | undefined) {
    const { [key]: _before, ...others } = ticks;
    setTicks(tick ? { ...others, [key]: tick } : others);
  }

  function save() {
    setChecked(true);
    if (!wanted || choose.isPending) return;
    choose.mutate(wanted, { onSuccess: () => onSaved(isAdded ? toPay : 0) });
  }

  if (rows.length === 0)
    return (
      <Instead onClose={onClose}>
        <p>There are no extras for this class.</p>
      </Instead>
    );
  return (
    <>
      <ul className="mt-4 grid gap-2">
        {rows.map((row) => (
          <ExtraChoice
            key={row.key}
            row={row}
            tick={ticks[row.key]}
            isChecked={isChecked}
            onChange={(tick) => change(row.key, tick)}
          />
        ))}
      </ul>
      <p role="status" className="mt-4 flex justify-between gap-6 text-lg font-bold">
        <span>{isAdded ? 'To pay for extras' : 'Extras together'}</span>
        <span className="tabular-nums">{formatCharge((isAdded ? toPay : all) / 100)}</span>
      </p>
      {isAdded && toPay > 0 && (
        <p className="mt-1 text-sm">
          {isOffice
            ? `The family owes this from today on, and finds it under Enrolled Course. Until it is paid, you and they can take it back. After ${UNPAID_EXTRAS_DAYS} days without a payment, it ends by itself. Nobody loses the seat because of it.`
            : `Until you have paid, you can take them back here. After ${UNPAID_EXTRAS_DAYS} days without a payment, they end by themselves. The seat stays yours either way.`}
        </p>
      )}
      <div className="mt-4">
        <FormProblem>{choose.error && readApiError(choose.error).message}</FormProblem>
      </div>
      <DialogButtons
        className="mt-4"
        label={
          isAdded && toPay > 0 && !isOffice ? `Save and pay ${formatCharge(toPay / 100)}` : 'Save'
        }
        back="Back"
        isBusy={choose.isPending}
        onConfirm={save}
        onBack={onClose}
      />
    </>
  );
}
