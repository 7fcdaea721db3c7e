import type { CampClass } from '@speakifyr/contract/classes.ts';
import { ChevronRight } from 'lucide-react';
import { formatDays } from '../../../lib/format.ts';
import { countOf } from '../../../lib/count-of.ts';
import { ModalDialog } from '../../../ui/modal-dialog.tsx';
import { describeDifference } from './describe-difference.ts';
import type { MoveQuote } from './moves.queries.ts';

/** A class that a seat may move to. */
export type Target = {
  campClass: CampClass;
  quote: MoveQuote;
  /** A warning: the seat may move anyway. */
  warning?: string | undefined;
};

type Props = {
  /** Who moves: a child's name, or `you`. */
  who: string;
  /** Undefined while they load. */
  targets: Target[] | undefined;
  currency: string;
  onChoose: (target: Target) => void;
  onBack: () => void;
};

/** The classes that a seat may move to, each with what the move costs. */
export function ClassChoice({ who, targets, currency, onChoose, onBack }: Props) {
  return (
    <ModalDialog title={`Which class for ${who}?`} onClose={onBack}>
      <p className="text-base-content/80 mt-1">{`These classes have free seats${who !== 'you' ? ` and fit ${who}’s age` : ''}.`}</p>
      {!targets ? (
        <div role="status" aria-label="Loading the classes" className="skeleton mt-4 h-60" />
      ) : targets.length === 0 ? (
        <p className="rounded-box bg-base-200 mt-4 p-4">
          No other class fits right now. Please check back later, or ask the school.
        </p>
      ) : (
        <ul className="mt-4 space-y-2">
          {targets.map((target) => (
            <li key={target.campClass._id}>
              <TargetButton target={target} currency={currency} onPress={() => onChoose(target)} />
            </li>
          ))}
        </ul>
      )}
      <button type="button" className="btn btn-ghost mt-4 w-full sm:w-auto" onClick={onBack}>
        Back
      </button>
    </ModalDialog>
  );
}

type ButtonProps = { target: Target; currency: string; onPress: () => void };

function TargetButton({ target, currency, onPress }: ButtonProps) {
  const { campClass, quote, warning } = target;
  const { name, camp_start, camp_end, sit } = campClass;
  return (
    <button
      type="button"
      className="rounded-field border-base-content/25 hover:border-primary hover:bg-primary/10 flex w-full items-center gap-3 border px-4 py-3 text-left"
      onClick={onPress}
    >
      <span className="min-w-0 flex-1">
        <strong className="block [overflow-wrap:anywhere]">{name}</strong>{' '}
        <span className="text-base-content/80 block text-sm tabular-nums">
          {formatDays(camp_start, camp_end)} ·{' '}
          <span className="whitespace-nowrap">
            {sit === 0 ? 'Single days left' : countOf(sit, 'seat left', 'seats left')}
          </span>
        </span>{' '}
        <span className="block text-sm font-semibold">{describeDifference(quote, currency)}</span>{' '}
        {[...quote.lines, ...quote.dropped].length > 0 && (
          <span className="block text-sm">
            Without {[...quote.lines, ...quote.dropped].join('; ')}
          </span>
        )}
        {warning && <span className="block text-sm">{warning}</span>}
      </span>
      <ChevronRight className="size-5 shrink-0" aria-hidden="true" />
    </button>
  );
}
