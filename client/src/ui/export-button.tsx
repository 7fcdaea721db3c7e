import { Download } from 'lucide-react';
import { useAction } from '../lib/use-action.ts';
import { Button } from './button.tsx';

type Props = {
  /** `Export CSV` */
  label: string;
  /** `users.csv` */
  fileName: string;
  /** Loads everything and saves the file. */
  onSave: () => Promise<void>;
};

/** Saves a whole list as a file. Shows that it is busy. */
export function ExportButton({ label, fileName, onSave }: Props) {
  const { isBusy, run } = useAction();
  const progress = isBusy ? 'Exporting…' : undefined;

  return (
    <div className="relative">
      <Button
        className="btn-outline btn-primary w-full sm:w-auto"
        isBusy={isBusy}
        onClick={() => void run({ act: onSave, failureTitle: 'The list could not be exported' })}
      >
        <Download className="size-4" aria-hidden="true" />
        <span>{progress ?? label}</span>
        <span className="sr-only">{`: ${fileName}`}</span>
      </Button>
      {/* Not inside the button: a screen reader would leave it out of the button's name. */}
      <span role="status" className="sr-only">
        {progress}
      </span>
    </div>
  );
}
