import { DOSE_OUTCOMES, type DoseOutcome } from '@speakifyr/contract/dose-outcomes.ts';
import { useState } from 'react';
import { useChange } from '../../lib/use-change.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { readTime } from '../../lib/school-clock.ts';
import type { PlannedDose } from './list-doses.ts';

export const OUTCOMES: Record<DoseOutcome, string> = {
  given: 'Given',
  refused: 'Refused',
  missed: 'Missed',
};

/** What was sent, and has no answer yet. */
type Tried = { _id: string; time: string; outcome: DoseOutcome };

type Props = { dose: PlannedDose; classId: string; day: string; now: Date };

/** Records what became of a dose. Pressed twice, it is recorded once. */
export function DoseButtons({ dose: { personId, name, medicine }, classId, day, now }: Props) {
  const write = useChange('POST /doses');
  const [tried, setTried] = useState<Tried>();

  async function save(outcome: DoseOutcome) {
    // After a try without an answer, the same press is the same record, even a minute later.
    const again = tried?.outcome === outcome ? tried : undefined;
    const sent = again ?? { _id: crypto.randomUUID(), time: readTime(now), outcome };
    setTried(sent);
    const { _id, time } = sent;
    const dose = { ...medicine, outcome, note: '' };
    await write.mutateAsync({ body: { _id, classId, day, personId, time, dose } });
    // A medicine that is given when needed may be given again.
    setTried(undefined);
  }

  return (
    <div className="flex flex-wrap gap-2">
      {DOSE_OUTCOMES.filter((outcome) => outcome !== 'missed' || medicine.at !== null).map(
        (outcome) => (
          <ActionButton
            key={outcome}
            className={`min-h-12 ${outcome === 'given' ? 'bg-base-content text-base-100' : 'btn-outline'}`}
            act={() => save(outcome)}
            hasSpinner
          >
            {OUTCOMES[outcome]}
            <span className="sr-only">
              : {medicine.what} for {name}
            </span>
          </ActionButton>
        ),
      )}
    </div>
  );
}
