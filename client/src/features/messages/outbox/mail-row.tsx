import { nameKind } from '@speakifyr/contract/mail-kinds.ts';
import type { ListedMail } from '@speakifyr/contract/mail.ts';
import { Link } from 'react-router-dom';
import { linkToPageOf } from '../../../lib/paths.ts';
import { DataCell, DataRow } from '../../../ui/data-table.tsx';
import { DayAndTime } from '../../../ui/day-and-time.tsx';
import { MailActButton } from './mail-act-button.tsx';
import { MailBadge } from './mail-badge.tsx';
import { MailProgress } from './mail-progress.tsx';
import { nameMail } from './mail-texts.ts';

type RowProps = {
  mail: ListedMail;
  /** Called when it is to be sent again. */
  onQueued?: () => void;
};

/** An email: when, to whom, what about, and whether it was sent. A failed one can be tried again. */
export function MailRow({ mail, onQueued }: RowProps) {
  const { _id, kind, to, subject, state, createdAt } = mail;
  return (
    <DataRow>
      <DataCell className="text-base-content/80 align-top text-sm @3xl:w-36">
        <DayAndTime at={createdAt} />
      </DataCell>
      <DataCell className="align-top [overflow-wrap:anywhere] @3xl:w-64">
        <span className="block font-semibold">{to.name}</span>
        <span className="text-base-content/80">{to.address}</span>
      </DataCell>
      <DataCell className="align-top break-words">
        <Link
          to={linkToPageOf('mail', _id)}
          className="link inline-flex min-h-11 items-center @3xl:inline @3xl:min-h-0"
        >
          {nameMail(mail)}
        </Link>
        {subject && <span className="text-base-content/80 block text-sm">{nameKind(kind)}</span>}
      </DataCell>
      <DataCell className="align-top @3xl:w-62">
        <MailBadge state={state} />
        <div className="text-base-content/80 mt-1 text-sm [overflow-wrap:anywhere]">
          <MailProgress mail={mail} />
        </div>
        {state === 'failed' && (
          <div className="mt-2">
            <MailActButton act="retry" mail={mail} onDone={() => onQueued?.()} />
          </div>
        )}
      </DataCell>
    </DataRow>
  );
}
