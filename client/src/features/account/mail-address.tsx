import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useSearchParams } from 'react-router-dom';
import { read } from '../../lib/read.ts';
import { useChangeMailTo } from './profile.queries.ts';
import { ActionButton } from '../../ui/action-button.tsx';

/**
 * Where a person's emails go. A link emailed to another address opens it with a question; that confirms nothing. R314
 */
export function MailAddress({ email }: { email: string }) {
  const [search, setSearch] = useSearchParams();
  const { data: mailTo } = useQuery(read('GET /mailTo'));
  const change = useChangeMailTo();
  const headingId = useId();
  const token = search.get('confirmMail');

  async function save(chosen?: string) {
    await change.mutateAsync(chosen);
    setSearch({}, { replace: true });
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
        <ActionButton
          className="btn-primary justify-self-start"
          act={() => save(token)}
          success="Your choice is saved"
        >
          Yes, send them there
        </ActionButton>
      )}
      {mailTo?.confirmed && (
        <ActionButton act={() => save()} success="Your choice is saved">
          Use my log-in address again
        </ActionButton>
      )}
    </section>
  );
}
