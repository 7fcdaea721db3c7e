import { MAX_EMAIL_LENGTH } from '@speakifyr/contract/limits.ts';
import type { FullMail } from '@speakifyr/contract/mail.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { linkToFamily } from '../../../lib/dashboard-links.ts';
import { Correction } from '../../../ui/correction.tsx';

/** What an admin can do if an email went to an address that does not work. It depends on whose address it is. R313 */
export function WrongAddress({ mail }: { mail: FullMail }) {
  const { _id, kind, to, accountId } = mail;
  if (kind === 'contact reply' && !accountId)
    return (
      <Correction
        title="Wrong address?"
        fields={[
          {
            name: 'email',
            label: 'Right address',
            type: 'email',
            maxLength: MAX_EMAIL_LENGTH,
            value: to.address,
          },
        ]}
        saveLabel="Correct and send again"
        call="POST /outbox/:id/correct"
        toInput={({ email = to.address, note }) => ({
          params: { id: _id },
          body: { email, note },
        })}
      />
    );
  if (!accountId) return null;
  if (kind === 'guardian invited')
    return (
      <Explanation accountId={accountId} link="Open the parent’s family">
        An invitation gives somebody rights to a child, so only the parent decides where it goes.
        Ask the parent who invited them to send a new invitation to the right address.
      </Explanation>
    );
  return (
    <Explanation accountId={accountId} link="Open the family">
      If nobody has ever logged in with this address, correct it on the family’s page, and send this
      email again. Otherwise {to.name} logs in with it, so the school can’t change it: call them. If
      they can still log in, they read this email in their account, under Messages. On the family’s
      page you can have their emails sent elsewhere.
    </Explanation>
  );
}

type ExplanationProps = { accountId: string; link: string; children: ReactNode };

function Explanation({ accountId, link, children }: ExplanationProps) {
  return (
    <details>
      <summary className="link cursor-pointer font-semibold">Wrong address?</summary>
      <p className="mt-2 max-w-prose">{children}</p>
      <Link to={linkToFamily(accountId)} className="link mt-2 inline-flex min-h-11 items-center">
        {link}
      </Link>
    </details>
  );
}
