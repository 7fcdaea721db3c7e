import type { EnrolledClass } from '@speakifyr/contract/payments.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { showSuccess } from '../../../lib/dialogs.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ChoiceCard } from '../../../ui/choice-card.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { ModalDialog } from '../../../ui/modal-dialog.tsx';
import { MoveLosses } from './move-losses.tsx';
import { moveQuotesOptions } from './moves.queries.ts';

/** A child of the family. */
export type Heir = {
  childId: string;
  name: string;
  /** Why the child can't have the seat, as the rest of a sentence after its name. */
  obstacle?: string | undefined;
};

type Props = {
  course: EnrolledClass;
  /** The children of the family who don't sit there. */
  heirs: Heir[];
  onBack: () => void;
  onMoved: () => void;
};

/** Gives the seat of a child, or one's own, to another child of the family. */
export function ChildDialog({ course, heirs, onBack, onMoved }: Props) {
  const { cartId, classId, childId: from, student_name, classData, currency } = course;
  const fitting = heirs.filter(({ obstacle }) => !obstacle);
  const others = heirs.filter(({ obstacle }) => obstacle);
  const [childId, setChildId] = useState(fitting.length === 1 ? fitting[0]?.childId : undefined);
  const move = useChange('POST /moves');
  const chosen = fitting.find((heir) => heir.childId === childId);
  const quotes = useQuery({
    ...moveQuotesOptions(cartId, { childId: chosen?.childId }),
    enabled: chosen !== undefined,
  });
  const quote = quotes.data?.find((one) => one.classId === classId);

  function start() {
    if (move.isPending || !chosen || !quote) return;
    move.mutate(
      {
        body: { cartId, childId: chosen.childId, ...(quote.pay === 0 && { refund: quote.refund }) },
      },
      {
        onSuccess: () => {
          onMoved();
          void showSuccess(`${chosen.name} has the seat now`);
        },
      },
    );
  }

  return (
    <ModalDialog
      title={`Who gets ${from ? `${student_name}’s` : 'your'} seat?`}
      isBusy={move.isPending}
      onClose={onBack}
    >
      <p className="text-base-content/80 mt-1 [overflow-wrap:anywhere]">
        In {classData.name}. The entry code stays the same.
      </p>
      <fieldset className="mt-4 grid gap-2">
        <legend className="sr-only">Who gets the seat</legend>
        {fitting.map((heir) => (
          <ChoiceCard
            key={heir.childId}
            type="radio"
            name="heir"
            checked={heir.childId === childId}
            onChange={() => setChildId(heir.childId)}
          >
            <strong className="[overflow-wrap:anywhere]">{heir.name}</strong>
          </ChoiceCard>
        ))}
      </fieldset>
      {others.length > 0 && (
        <ul aria-label="Cannot have this seat" className="mt-4 space-y-1 text-sm">
          {others.map(({ childId: id, name, obstacle }) => (
            <li key={id} className="text-base-content/80">
              <strong className="[overflow-wrap:anywhere]">{name}</strong>{' '}
              <span>{`${obstacle}.`}</span>
            </li>
          ))}
        </ul>
      )}
      {quote && <MoveLosses quote={quote} currency={currency} />}
      <FormProblem>{quotes.error && readApiError(quotes.error).message}</FormProblem>
      <FormProblem>{move.error && readApiError(move.error).message}</FormProblem>
      <DialogButtons
        className="mt-5"
        label={chosen ? `Give the seat to ${chosen.name}` : 'Give the seat'}
        back="Back"
        isBusy={move.isPending}
        isDisabled={!quote}
        onConfirm={start}
        onBack={onBack}
      />
    </ModalDialog>
  );
}
