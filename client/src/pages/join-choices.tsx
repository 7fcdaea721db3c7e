import { ChoiceCard } from '../ui/choice-card.tsx';
import type { JoinChoice } from './list-choices.ts';

type Props = {
  choices: JoinChoice[];
  chosen: (string | null)[];
  /** What the choice is about, for screen readers. */
  legend?: string;
  onChange: (chosen: (string | null)[]) => void;
};

/** The people of a family as checkboxes; those who cannot join are listed below with the reason. */
export function JoinChoices({ choices, chosen, legend = 'Who joins', onChange }: Props) {
  const fitting = choices.filter(({ obstacle }) => !obstacle);
  const others = choices.filter(({ obstacle }) => obstacle);

  function toggle(childId: string | null) {
    const isChosen = chosen.includes(childId);
    onChange(isChosen ? chosen.filter((id) => id !== childId) : [...chosen, childId]);
  }

  return (
    <>
      {fitting.length > 0 && (
        <fieldset className="mt-5 grid gap-2">
          <legend className="sr-only">{legend}</legend>
          {fitting.map((choice) => (
            <ChoiceCard
              key={choice.childId}
              type="checkbox"
              value={choice.childId ?? ''}
              checked={chosen.includes(choice.childId)}
              onChange={() => toggle(choice.childId)}
            >
              <Name choice={choice} />{' '}
              {choice.warning && <span className="block text-sm">{choice.warning}</span>}
            </ChoiceCard>
          ))}
        </fieldset>
      )}
      {others.length > 0 && (
        <ul aria-label="Cannot join this class" className="mt-4 space-y-1 text-sm">
          {others.map((choice) => (
            <li key={choice.childId} className="text-base-content/80">
              <Name choice={choice} /> {choice.obstacle}.
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Name({ choice: { childId, name } }: { choice: JoinChoice }) {
  return (
    <strong className="[overflow-wrap:anywhere]">{childId === null ? `Me (${name})` : name}</strong>
  );
}
