import { slugText } from '@speakifyr/contract/format.ts';
import { QrCode } from 'lucide-react';
import type { Pass } from '../lib/draw-pass.ts';
import { saveFile } from '../lib/save-file.ts';
import { ActionButton } from './action-button.tsx';

/** Saves a picture with the entry code, as text and as a QR code, to show at the gate. */
export function SavePassButton({ pass }: { pass: Pass }) {
  async function save() {
    const { makePassPicture } = await import('../lib/draw-pass.ts');
    const name = slugText(`${pass.name} ${pass.className} ${pass.entryCode}`);
    saveFile(`${name}.png`, 'image/png', await makePassPicture(pass));
  }

  return (
    <ActionButton
      className="btn-outline btn-sm"
      act={save}
      failure="The pass could not be saved. The entry code on this page is enough."
    >
      <QrCode className="size-4" aria-hidden="true" />
      Save pass
      <span className="sr-only">
        {' '}
        for {pass.name}: {pass.className}
      </span>
    </ActionButton>
  );
}
