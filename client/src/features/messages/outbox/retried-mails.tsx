import type { ListedMail } from '@speakifyr/contract/mail.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { linkToPageOf } from '../../../lib/paths.ts';
import { MailBadge } from './mail-badge.tsx';
import { MailProgress } from './mail-progress.tsx';
import { nameMail } from './mail-texts.ts';
import { mailOptions, useRefreshWhenDone } from './outbox.queries.ts';

/** What becomes of the emails that the admin has just tried again. Read out when it changes. */
export function RetriedMails({ mails }: { mails: ListedMail[] }) {
  return (
    <div role="status" aria-label="Tried again">
      {mails.length > 0 && (
        <div className="card bg-base-100 shadow-card mb-4 gap-3 p-5">
          <p className="font-semibold">Tried again</p>
          <ul className="grid gap-3">
            {mails.map((mail) => (
              <RetriedMail key={mail._id} mail={mail} />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function RetriedMail({ mail: { _id, ...before } }: { mail: ListedMail }) {
  const { data: now } = useQuery(mailOptions(_id));
  useRefreshWhenDone(now ?? { state: 'queued' });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 [overflow-wrap:anywhere]">
      <Link to={linkToPageOf('mail', _id)} className="link">
        {nameMail(now ?? before)}
      </Link>
      <span className="text-base-content/80">to {before.to.name}</span>
      {now && (
        <>
          <MailBadge state={now.state} />
          <span className="text-base-content/80 text-sm">
            <MailProgress mail={now} />
          </span>
        </>
      )}
    </li>
  );
}
