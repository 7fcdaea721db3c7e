import { useId, useState } from 'react';
import { readApiError } from '../../../lib/api.ts';
import { showError, showSuccess } from '../../../lib/dialogs.ts';
import { formatDay } from '../../../lib/format.ts';
import { listNames } from '../../../lib/list-names.ts';
import { countOf } from '../../../lib/count-of.ts';
import { useChange } from '../../../lib/use-change.ts';
import { useSession } from '../../../session/auth.tsx';
import { signInAgain } from '../../../session/sign-in-again.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { useAskedMerge } from './children.queries.ts';

/** What the school asks the owner of an account: may everything go to another one? Nothing without a question. R496 */
export function MergeQuestion() {
  const headingId = useId();
  const asked = useAskedMerge().data;
  const agreeing = useChange('POST /myMerge');
  const declining = useChange('DELETE /myMerge');
  const { logOut } = useSession();
  const [isBusy, setBusy] = useState(false);
  if (!asked) return null;
  const { _id, into, children, joined, seats, payments, waiting, until, obstacle } = asked;
  const account = `${into.name} (${into.address})`;
  const counts = [
    [seats, 'seat'],
    [payments, 'payment'],
    [waiting, 'waiting-list spot'],
  ] as const;
  const parts = counts.flatMap(([count, what]) => (count > 0 ? countOf(count, what) : []));
  const goes = [...children, ...parts, 'your messages'];

  async function agree() {
    setBusy(true);
    try {
      const idToken = await signInAgain({
        text: `Everything goes to the account of ${account}. This can’t be undone.`,
        confirm: 'Agree',
      });
      if (!idToken) return;
      await agreeing.mutateAsync({ body: { id: _id, idToken } });
      await showSuccess(`Everything is in the account of ${into.name} now`);
      await logOut();
    } catch (error) {
      await showError(readApiError(error).message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <section
      aria-labelledby={headingId}
      className="card bg-accent/20 border-accent mb-8 space-y-3 border p-5 sm:p-6"
    >
      <h2 id={headingId} className="text-xl font-bold">
        May everything go to another account?
      </h2>
      <p className="[overflow-wrap:anywhere]">
        The school asks whether your account may become one with that of <strong>{account}</strong>.
        They would get: {listNames(goes)}. Your account would be deleted.
      </p>
      {joined.length > 0 && (
        <p className="[overflow-wrap:anywhere]">
          {`${listNames(joined)} is there, too: the two records become one, with seats, health, contacts and history.`}
        </p>
      )}
      <p>Agree only if you know this person and want that. It can’t be undone.</p>
      {obstacle && <p role="alert">Not possible now: {obstacle}</p>}
      <p className="text-base-content/80 text-sm">
        You can agree until {formatDay(new Date(until))}. If you do nothing, nothing changes.
      </p>
      <div className="flex flex-wrap gap-3 pt-1">
        <Button
          className="btn-primary"
          isBusy={isBusy}
          disabled={obstacle !== null}
          onClick={() => void agree()}
        >
          Agree
        </Button>
        <ActionButton
          className="btn-ghost"
          act={() => declining.mutateAsync()}
          success="Declined. Nothing changes"
        >
          Decline
        </ActionButton>
      </div>
    </section>
  );
}
