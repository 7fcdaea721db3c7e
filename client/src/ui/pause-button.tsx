import { Pause, Play } from 'lucide-react';

type Props = {
  isPaused: boolean;
  /** What it stops: 'the pictures'. */ what: string;
  onToggle: () => void;
};

/** Pauses and resumes automatic motion (WCAG 2.2.2). */
export function PauseButton({ isPaused, what, onToggle }: Props) {
  const Icon = isPaused ? Play : Pause;
  return (
    <button
      type="button"
      className="btn btn-sm btn-circle bg-base-100 border-base-content/20 size-11"
      aria-label={isPaused ? `Play ${what}` : `Pause ${what}`}
      onClick={onToggle}
    >
      <Icon className="size-4.5" aria-hidden="true" />
    </button>
  );
}
