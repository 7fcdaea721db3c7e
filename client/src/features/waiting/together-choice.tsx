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
        <label
          key={option.label}
          className="rounded-field border-base-content/25 has-checked:border-primary has-checked:bg-primary/10 flex min-h-12 cursor-pointer items-start gap-3 border px-4 py-3"
        >
          <input
            type="radio"
            name="together"
            className="accent-primary mt-0.5 size-5 shrink-0"
            checked={together === option.together}
            onChange={() => onChange(option.together)}
          />
          <span className="min-w-0">
            <strong>{option.label}</strong>
            <span className="block text-sm">{option.text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
