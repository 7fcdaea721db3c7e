import type { BankTransfer } from '@speakifyr/contract/bank-transfers.ts';
import type { Family } from '@speakifyr/contract/families.ts';
import { useController, useWatch } from 'react-hook-form';
import { currency } from '../../../lib/config.ts';
import { cutReference } from '../../../lib/cut-reference.ts';
import { nameCharge } from '../../../lib/format.ts';
import { readCents, writeCents } from '../../../lib/read-cents.ts';
import { isEarlierMonth, sayLate } from '../../../lib/say-late.ts';
import { Field } from '../../../ui/field.tsx';
import type { DialogForm } from '../../../ui/form-dialog.tsx';
import { FormInDialog } from '../../../ui/form-in-dialog.tsx';
import { useCallForm } from '../../../ui/use-call-form.ts';
import { FIRST_PART, PlanFields, readPlan } from './plan-fields.tsx';
import { listSeats, suggestShares } from './seats-to-pay.ts';

type Props = {
  family: Pick<Family, 'account' | 'held' | 'enrolled'>;
  transfer: BankTransfer;
  dialog: DialogForm;
};

type Typed = {
  /** For each seat, in their order. An empty one gets nothing. */
  typed: string[];
  /** As long as nobody types it, it is what is left. */
  credit: string | null;
};

/**
 * How a bank transfer is shared: an amount for each seat, and one that stays as the family's credit. What is left of it stays on
 * the list, for another family. R597
 */
export function TransferForm({ family, transfer, dialog }: Props) {
  const { _id, status } = family.account;
  const seats = listSeats(family);
  const form = useCallForm('POST /families/:id/payments', {
    defaultValues: {
      typed: suggestShares(
        seats,
        transfer.amount,
        transfer.seats.map(({ cartId }) => cartId),
      ).map((cents) => (cents > 0 ? writeCents(cents) : '')),
      credit: null as string | null,
      plan: [FIRST_PART],
    },
    toInput: ({ plan, ...values }) => {
      const { chosen, onSeats, kept, start, isDeposit } = share(values);
      const amount = onSeats + kept;
      return {
        params: { id: _id },
        body: {
          requestId: transfer.requestId,
          cartIds: chosen.map(({ cartId }) => cartId),
          shares: chosen.map(({ cents }) => cents),
          method: 'bank transfer' as const,
          day: transfer.day,
          reference: cutReference(transfer.text),
          amount,
          ...(kept > 0 && { isRestCredit: true as const }),
          ...(amount < transfer.amount && { isPart: true as const }),
          ...(isDeposit && { plan: readPlan(plan, start) }),
        },
      };
    },
    findProblems: ({ typed, credit }) => {
      const { onSeats, kept, isDeposit } = share({ typed, credit });
      const left = transfer.amount - onSeats;
      const problems = seats.map(({ cost }, place) => [
        `typed.${place}`,
        findProblem(typed[place] ?? '', cost) ??
          (left < 0 && typed[place] ? `Together at most ${say(transfer.amount)}.` : undefined),
      ]);
      return {
        ...(Object.fromEntries(problems) as Record<`typed.${number}`, string | undefined>),
        credit:
          findProblem(credit ?? '', Math.max(0, left)) ||
          (isDeposit && kept > 0 && 'With a deposit, nothing stays as credit.') ||
          (onSeats + kept === 0 && 'Type an amount.'),
      };
    },
  });
  const { field: credit } = useController({ control: form.control, name: 'credit' });
  const [typed] = useWatch({ control: form.control, name: ['typed'] });
  const { onSeats, kept, start, isDeposit, isHeld, due } = share({
    typed,
    credit: credit.value,
  });
  const rest = transfer.amount - onSeats - kept;

  function share({ typed, credit }: Typed) {
    const chosen = seats.flatMap((seat, place) =>
      typed[place]?.trim() ? [{ ...seat, cents: readCents(typed[place]) ?? 0 }] : [],
    );
    const held = chosen.filter((one) => one.isHeld);
    const onSeats = chosen.reduce((sum, { cents }) => sum + cents, 0);
    const due = held.reduce((sum, { cost, cents }) => sum + Math.max(0, cost - cents), 0);
    const usual = status === 'active' && due === 0 ? Math.max(0, transfer.amount - onSeats) : 0;
    const [start = ''] = held.map((one) => one.start).toSorted();
    return {
      chosen,
      onSeats,
      due,
      start,
      isDeposit: due > 0,
      kept: credit === null ? usual : (readCents(credit) ?? 0),
      isHeld: chosen.length > 0 && held.length === chosen.length,
    };
  }

  return (
    <FormInDialog
      dialog={dialog}
      form={form}
      label={isHeld ? 'Record and enroll' : 'Record'}
      onSubmit={async (values) => {
        await form.send(values);
        return isHeld ? 'Recorded and enrolled' : 'Recorded';
      }}
    >
      {isEarlierMonth(transfer.day) && <p>{sayLate()}</p>}
      {seats.length === 0 && <p>There is no seat to pay for.</p>}
      {seats.map(({ cartId, name, className, cost, isHeld: isReserved }, place) => (
        <Field
          key={cartId}
          label={`${name}, ${className} (${currency})`}
          inputMode="decimal"
          autoComplete="off"
          hint={isReserved ? `The seat costs ${say(cost)}.` : `${say(cost)} owed.`}
          {...form.register(`typed.${place}`)}
        />
      ))}
      {isDeposit && <PlanFields rest={due} start={start} />}
      {status === 'active' && (
        <Field
          label={`Kept as the family’s credit (${currency})`}
          inputMode="decimal"
          autoComplete="off"
          {...credit}
          value={credit.value ?? (kept > 0 ? writeCents(kept) : '')}
        />
      )}
      <p role="status">
        {rest > 0
          ? `${say(rest)} of ${say(transfer.amount)} stays on the list of bank transfers, for another family.`
          : `All of the ${say(transfer.amount)} is booked for this family.`}
      </p>
    </FormInDialog>
  );
}

function say(cents: number): string {
  return nameCharge(cents / 100);
}

/** What is wrong with an amount; undefined if nothing is, or if it is empty. @param most in cents */
function findProblem(typed: string, most: number): string | undefined {
  if (typed.trim() === '') return undefined;
  const cents = readCents(typed);
  if (cents === undefined) return 'Enter an amount such as 89.50.';
  return cents > most ? `At most ${say(most)}.` : undefined;
}
