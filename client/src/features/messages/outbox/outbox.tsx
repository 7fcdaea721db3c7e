import { KEEP_MAIL_DAYS } from '@speakifyr/contract/limits.ts';
import { MAIL_KINDS, MAIL_STATES, nameKind } from '@speakifyr/contract/mail-kinds.ts';
import type { ListedMail } from '@speakifyr/contract/mail.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { linkToPageOf } from '../../../lib/paths.ts';
import { oneOf, useListAddress } from '../../../lib/use-list-address.ts';
import { FilterSelect, ListFilters } from '../../../ui/list-filters.tsx';
import { PagedList } from '../../../ui/paged-list.tsx';
import { MailBadge } from './mail-badge.tsx';
import { MailProgress } from './mail-progress.tsx';
import { MailRow } from './mail-row.tsx';
import { nameMail, STATE_LABELS } from './mail-texts.ts';
import { mailOptions, outboxOptions, useRefreshWhenDone } from './outbox.queries.ts';

const FILTERS = { state: oneOf(MAIL_STATES), kind: oneOf(MAIL_KINDS) };
const STATE_OPTIONS = MAIL_STATES.map((value) => ({ value, label: STATE_LABELS[value] }));
const KIND_OPTIONS = MAIL_KINDS.map((value) => ({ value, label: nameKind(value) }));

/** Every email that the school has sent or is about to send, newest first. */
export function Outbox() {
  const address = useListAddress(FILTERS);
  const { filters, setFilter } = address;
  const mails = useQuery(outboxOptions(address));
  // A list of failed emails no longer has them.
  const [retried, setRetried] = useState<ListedMail[]>([]);
  return (
    <PagedList
      title="Outbox"
      lead={`What the school emails to people, newest first. Texts are kept for ${KEEP_MAIL_DAYS} days.`}
      label="Emails"
      entry="email"
      entries="emails"
      searchLabel="Search by name, email or subject"
      noneFound={{ title: 'Nothing found', text: 'No email matches your search and filters.' }}
      tools={
        <>
          <ListFilters>
            <FilterSelect
              label="State"
              all="All states"
              options={STATE_OPTIONS}
              value={filters.state}
              onChange={(state) => setFilter('state', state)}
            />
            <FilterSelect
              label="Kind"
              all="All kinds"
              options={KIND_OPTIONS}
              value={filters.kind}
              onChange={(kind) => setFilter('kind', kind)}
            />
          </ListFilters>
          <RetriedMails mails={retried} />
        </>
      }
      columns={['When', 'To', 'Email', 'State']}
      rowClass="h-52 @3xl:h-[4.6rem]"
      address={address}
      list={mails}
      empty={{
        title: 'No emails yet',
        text: 'When somebody signs up or pays, their email is listed here.',
      }}
      row={(mail, _number, onChanged) => (
        <MailRow
          mail={mail}
          onQueued={() => {
            setRetried((before) => [...before.filter(({ _id }) => _id !== mail._id), mail]);
            onChanged();
          }}
        />
      )}
    />
  );
}

/** What becomes of the emails that the admin has just tried again. Read out when it changes. */
function RetriedMails({ mails }: { mails: ListedMail[] }) {
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
