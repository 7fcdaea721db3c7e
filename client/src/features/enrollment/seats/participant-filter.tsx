import type { Participant } from './participants.ts';

type Props = {
  participants: Participant[];
  /** Undefined: everyone. */
  chosen: Participant | undefined;
  onChoose: (participant: Participant | undefined) => void;
};

/** Shows the classes of everyone, or of one child. */
export function ParticipantFilter({ participants, chosen, onChoose }: Props) {
  return (
    <div role="group" aria-label="Whose classes to show" className="mb-6 flex flex-wrap gap-2">
      <Chip isOn={!chosen} label="Everyone" onPress={() => onChoose(undefined)} />
      {participants.map((participant) => (
        <Chip
          key={participant.id}
          isOn={chosen?.id === participant.id}
          label={participant.name}
          onPress={() => onChoose(participant)}
        />
      ))}
    </div>
  );
}

type ChipProps = { isOn: boolean; label: string; onPress: () => void };

function Chip({ isOn, label, onPress }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      className={`btn btn-sm h-auto min-h-9 max-w-full rounded-full py-1 ${isOn ? 'btn-primary' : 'btn-outline'}`}
      onClick={onPress}
    >
      <span className="truncate">{label}</span>
    </button>
  );
}
