import { slugText } from '@speakifyr/contract/format.ts';
import { QrCode } from 'lucide-react';
import { useState } from 'react';
import { showError } from '../lib/dialogs.ts';
import type { Pass } from '../lib/draw-pass.ts';
import { saveFile } from '../lib/save-file.ts';

/** Saves a picture with the entry code, as text and as a QR code, to show at the gate. */
export function SavePassButton({ pass }: { pass: Pass }) {
  const [isBusy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    try {
      const { makePassPicture } = await import('../lib/draw-pass.ts');
      const name = slugText(`${pass.name} ${pass.className} ${pass.entryCode}`);
      saveFile(`${name}.png`, 'image/png', await makePassPicture(pass));
    } catch (error) {
      console.error('Could not save the pass', error);
      await showError('The pass could not be saved. The entry code on this page is enough.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <button
      type="button"
      className="btn btn-outline btn-sm"
      disabled={isBusy}
      aria-busy={isBusy}
      onClick={() => void save()}
    >
      <QrCode className="size-4" aria-hidden="true" />
      Save pass
      <span className="sr-only">
        {' '}
        for {pass.name}: {pass.className}
      </span>
    </button>
  );
}
