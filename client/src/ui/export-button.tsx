import { Download } from 'lucide-react';
import { useState } from 'react';
import { readApiError } from '../lib/api.ts';
import { showError } from '../lib/dialogs.ts';

type Props = {
  /** `Export CSV` */
  label: string;
  /** `users.csv` */
  fileName: string;
  /** Loads everything and saves the file. */
  onSave: () => Promise<void>;
};

/** Saves a whole list as a file, and says while it does. */
export function ExportButton({ label, fileName, onSave }: Props) {
  const [isSaving, setIsSaving] = useState(false);
  const progress = isSaving ? 'Exporting…' : undefined;

  async function save() {
    if (isSaving) return;
    setIsSaving(true);
    try {
      await onSave();
    } catch (error) {
      await showError(readApiError(error).message, { titleText: 'The list could not be exported' });
    } finally {
      setIsSaving(false);
    }
  }

  return (
    <div className="relative">
      <button
        type="button"
        className="btn btn-outline btn-primary w-full sm:w-auto"
        aria-disabled={isSaving}
        onClick={() => void save()}
      >
        <Download className="size-4" aria-hidden="true" />
        {progress ?? label}
        <span className="sr-only">: {fileName}</span>
      </button>
      {/* Not inside the button: a screen reader would leave it out of the button's name. */}
      <span role="status" className="sr-only">
        {progress}
      </span>
    </div>
  );
}
