import type { OfferLimit } from '@speakifyr/contract/limits.ts';
import type { OwnWaitingEntry } from '@speakifyr/contract/waiting.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { formatMoment } from '../../../lib/format.ts';

export type CardProps = {
  entry: OwnWaitingEntry;
  email: string;
  /** Called when the card is about to leave. */
  onGone: () => void;
};

/** A place on the list, or an entry that is paused after its offer ran out. */
export function WaitingPart({ entry, onGone }: CardProps) {
  const { waitId, className, state } = entry;
  const leave = useChange('DELETE /waiting/:waitId');
  const again = useChange('POST /waiting/:waitId/stillWanted');

  return (
    <>
      {state === 'paused' ? (
        <>
          <p className="font-display text-xl font-bold">Still want it?</p>
          <p className="mt-1">
            Your time to take the seat ran out, so we no longer hold it for you. Your place is kept,
            but we offer you nothing more until you tell us that you still want a seat. If the time
            runs out a second time, your place ends.
          </p>
        </>
      ) : (
        <>
          <p className="font-display text-xl font-bold tabular-nums">
            {entry.position === null ? 'On the list' : `Number ${entry.position} of ${entry.total}`}
          </p>
          <p className="mt-1">{describe(entry)}</p>
        </>
      )}
      {entry.limit && <p className="mt-2 font-semibold">{LIMITS[entry.limit]}</p>}
      <div className="mt-4 flex flex-wrap gap-3">
        {state === 'paused' && (
          <ActionButton
            className="btn-primary grow sm:grow-0"
            act={() => again.mutateAsync({ params: { waitId } })}
            success="You are back in your place"
            onDone={onGone}
          >
            Yes, I still want it <span className="sr-only">: {className}</span>
          </ActionButton>
        )}
        <ActionButton
          className="btn-ghost grow sm:-ml-4 sm:grow-0"
          question={{
            titleText: 'Leave this waiting list?',
            text: `You lose your place on the list of ${className}. If you join it again, you are at its end.`,
            confirm: 'Yes, leave it',
          }}
          act={() => leave.mutateAsync({ params: { waitId } })}
          success="You left the list"
          onDone={onGone}
        >
          Leave the list <span className="sr-only">of {className}</span>
        </ActionButton>
      </div>
    </>
  );
}

/** Why somebody on the list is offered no seat now, and what they can do. */
const LIMITS: Record<OfferLimit, string> = {
  account:
    'We can’t offer you a seat now, because you hold as many seats as one account may. You keep your place. Pay for a seat or remove one, and you can get the next one here.',
  address:
    'We can’t offer you a seat now, because many seats of this class are held from your internet connection. You keep your place.',
  class:
    'We can’t offer you seats now, because you need more seats together than the class has or one account may hold. You keep your place. To wait for fewer seats, leave the list and join it again, at its end.',
  held: 'A seat of this class is already held for one of you, perhaps by another guardian. You keep your place. Until that seat is paid for or removed, we offer that person no other one, and those who wait together none.',
};

/** What the place on the list means. */
function describe({ state, people, together, offeredSoFar, until }: OwnWaitingEntry): string {
  const soFar =
    offeredSoFar === 0
      ? 'No seat in this class has opened up for the list so far.'
      : `${offeredSoFar === 1 ? 'One seat in this class has' : `${offeredSoFar} seats in this class have`} opened up for the list so far.`;
  if (state === 'kept')
    return `A seat has opened up, but you need more than one. We keep it ${sayUntil(until)}. If no other seat opens up by then, it goes to somebody else, and you keep your place.`;
  if (people.length === 1) return soFar;
  return `${together ? 'Together or not at all' : 'One is fine too'}. ${soFar}`;
}

/** `until Mon 14 June, 9:05 PM` */
function sayUntil(until: string | null): string {
  if (!until) return 'for up to a day';
  const moment = new Date(until);
  return `until ${formatMoment(moment)}`;
}
