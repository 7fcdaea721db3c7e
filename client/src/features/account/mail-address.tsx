import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readApiError } from '../../lib/api.ts';
import { showError, showSuccess } from '../../lib/dialogs.ts';
import { mailToOptions, useChangeMailTo } from './profile.queries.ts';

/** Where a person's emails go. The link in an email to another address opens it with a question: opening confirms nothing. */
export function MailAddress({ email }: { email: string }) {
  const [search, setSearch] = useSearchParams();
  const { data: mailTo } = useQuery(mailToOptions());
  const change = useChangeMailTo();
  const headingId = useId();
  const token = search.get('confirmMail');

  async function save(chosen?: string) {
    try {
      await change.mutateAsync(chosen);
    } catch (error) {
      await showError(readApiError(error).message);
      return;
    }
    setSearch({}, { replace: true });
    await showSuccess('Your choice is saved');
  }

  if (mailTo === undefined) return null;
  const isOpen = token !== null && mailTo?.confirmed !== true;
  return (
    <section
      aria-labelledby={headingId}
      className="card bg-base-100 shadow-card mt-8 max-w-2xl gap-3 p-5 sm:p-8"
    >
      <h2 id={headingId} className="text-xl font-bold">
        Where your emails go
      </h2>
      <p className="break-words">
        {isOpen && mailTo
          ? `Send my emails to ${mailTo.address}?`
          : `Your emails go to ${mailTo?.confirmed ? mailTo.address : email}.`}
      </p>
      {isOpen && !mailTo && (
        <p>The link that you opened is for another account, or it is no longer needed.</p>
      )}
      {isOpen && mailTo && (
        <button
          type="button"
          className="btn btn-primary justify-self-start"
          disabled={change.isPending}
          onClick={() => void save(token)}
        >
          Yes, send them there
        </button>
      )}
      {mailTo?.confirmed && (
        <button
          type="button"
          className="btn"
          disabled={change.isPending}
          onClick={() => void save()}
        >
          Use my log-in address again
        </button>
      )}
    </section>
  );
}
