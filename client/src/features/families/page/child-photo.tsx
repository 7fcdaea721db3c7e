import type { FamilyChild } from '@speakifyr/contract/families.ts';
import { askForText } from '../../../lib/dialogs.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { checkNote } from './check-note.ts';

/** Says that a child has a photo, which the office can erase if it shows something else. It is only on the day list. */
export function ChildPhoto({ child: { _id, name } }: { child: FamilyChild }) {
  const removing = useChange('DELETE /children/:id/photo');

  async function askAndRemove() {
    const note = await askForText({
      titleText: `Erase the photo of ${name}?`,
      text: 'The family can give another one.',
      label: 'Why? This goes into the audit log.',
      type: 'text',
      confirm: 'Erase',
      isDangerous: true,
      check: checkNote,
    });
    if (note === undefined) return false;
    await removing.mutateAsync({ params: { id: _id }, body: { note: note.trim() } });
  }

  return (
    <section>
      <h4 className="mb-1 font-bold">Photo</h4>
      <p className="mb-2">The team sees it on the day list.</p>
      <ActionButton
        className="btn-outline btn-error btn-sm min-h-11"
        act={askAndRemove}
        success="The photo is erased"
      >
        Erase photo <span className="sr-only">of {name}</span>
      </ActionButton>
    </section>
  );
}
