import { Copy } from 'lucide-react';
import { showError, showSuccess } from '../../../lib/dialogs.ts';
import { readApiError } from '../../../lib/api.ts';
import { useCopyContacts } from './child.queries.ts';
import { useChildren } from './children.queries.ts';

/** Gives a child the contacts of a brother or sister with one tap. */
export function SameContacts({ childId }: { childId: string }) {
  const mine = useChildren();
  const copying = useCopyContacts(childId);
  const siblings = mine.data?.children.filter(
    ({ _id, hasContacts }) => hasContacts && _id !== childId,
  );

  async function copy(from: string) {
    try {
      await copying.mutateAsync(from);
    } catch (error) {
      await showError(readApiError(error).message);
      return;
    }
    // The button that had the focus is gone.
    document.getElementById('contacts-heading')?.focus();
    void showSuccess('Saved', { returnsFocus: false });
  }

  return siblings?.map(({ _id, name }) => (
    <button
      key={_id}
      type="button"
      className="btn btn-outline h-auto max-w-full py-2"
      disabled={copying.isPending}
      onClick={() => void copy(_id)}
    >
      <Copy className="size-5 shrink-0" aria-hidden="true" />
      <span className="min-w-0 [overflow-wrap:anywhere]">Same as for {name}</span>
    </button>
  ));
}
