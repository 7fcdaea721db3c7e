import { ChoiceCard } from '../../../ui/choice-card.tsx';

type Props = { together: boolean; onChange: (together: boolean) => void };

const OPTIONS = [
  {
    together: true,
    label: 'Together or not at all',
    text: 'We offer you seats once there are enough for all of them.',
  },
  {
    together: false,
    label: 'One is fine too',
    text: 'We offer you seats as they open up, even one at a time.',
  },
];

/** Whether siblings wait for seats for all of them. */
export function TogetherChoice({ together, onChange }: Props) {
  return (
    <fieldset className="mt-5 grid gap-2">
      <legend className="mb-2 font-semibold">Do they go together?</legend>
      {OPTIONS.map((option) => (
        <ChoiceCard
          key={option.label}
          type="radio"
          name="together"
          checked={together === option.together}
          onChange={() => onChange(option.together)}
        >
          <strong>{option.label}</strong>
          <span className="block text-sm">{option.text}</span>
        </ChoiceCard>
      ))}
    </fieldset>
  );
}
