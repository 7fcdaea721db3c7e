import type { SentTap } from '@speakifyr/contract/attendance.ts';
import type { AttendanceState } from '@speakifyr/contract/attendance-state.ts';
import { useRef } from 'react';
import { useSteadyPress } from '../../ui/use-steady-press.ts';
import type { PersonNow } from './read-person.ts';

export type TapHandlers = {
  onTap: (tapped: Pick<SentTap, 'kind' | 'undoes' | 'collectedBy'>) => void;
  /** Asks who takes a child. */
  onLeave: () => void;
};

type Props = TapHandlers & { person: PersonNow };

/** A second press that comes sooner was meant for the button as it was before, in milliseconds. */
const DOUBLE_PRESS_MS = 600;

const STRONG = 'bg-base-content text-base-100';
/** The weight of the first button: there is rarely more to say about somebody gone or absent. */
const LOOKS: Record<AttendanceState, string> = {
  expected: STRONG,
  here: STRONG,
  gone: 'btn-outline',
  absent: 'btn-outline',
};

/**
 * What can be said about a person now. Both buttons stay in their places when the state changes, so that the focus
 * stays on them.
 */
export function PersonButtons({ person, onTap, onLeave }: Props) {
  const { name, isChild } = person;
  const { state, last } = person.attendance;
  const isHere = state === 'here';
  return (
    <div className="ml-auto flex gap-2">
      <PressButton
        className={`min-h-12 w-24 px-1 ${LOOKS[state]}`}
        label={isHere ? 'Leaves' : 'Arrived'}
        name={name}
        onPress={() => {
          if (!isHere) onTap({ kind: 'in' });
          else if (isChild) onLeave();
          else onTap({ kind: 'out', collectedBy: { how: 'self' } });
        }}
      />
      <PressButton
        className="btn-outline min-h-12 w-[4.25rem] px-1"
        label={last ? 'Undo' : 'Absent'}
        name={name}
        onPress={() => onTap(last ? { kind: 'undo', undoes: last._id } : { kind: 'absent' })}
      />
    </div>
  );
}

type PressProps = { className: string; label: string; name: string; onPress: () => void };

function PressButton({ className, label, name, onPress }: PressProps) {
  const pressedAt = useRef(-Infinity);
  function press() {
    const now = performance.now();
    // Measured from the press that counted: somebody who keeps pressing gets through.
    if (now - pressedAt.current < DOUBLE_PRESS_MS) return;
    pressedAt.current = now;
    onPress();
  }
  // The note that something was not sent moves the list under the thumb.
  const watch = useSteadyPress(press);
  return (
    <button type="button" className={`btn ${className}`} onPointerDown={watch} onClick={press}>
      <span>{label}</span>
      <span className="sr-only">{`: ${name}`}</span>
    </button>
  );
}
