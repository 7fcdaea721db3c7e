import type { ContactMessage } from '@speakifyr/contract/contact.ts';
import { useQuery } from '@tanstack/react-query';
import { Check, Undo2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { readPage } from '../../../lib/read.ts';
import { useChange } from '../../../lib/use-change.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { linkToPageOf } from '../../../lib/paths.ts';
import { oneOf, useListAddress } from '../../../lib/use-list-address.ts';
import { countOf } from '../../../lib/count-of.ts';
import { DataCell, DataRow } from '../../../ui/data-table.tsx';
import { DayAndTime } from '../../../ui/day-and-time.tsx';
import { FilterSelect, ListFilters } from '../../../ui/list-filters.tsx';
import { PagedList } from '../../../ui/paged-list.tsx';

const FILTERS = { show: oneOf(['done']) };

/** What people wrote with the contact form. */
export function Inbox() {
  const address = useListAddress(FILTERS);
  const { search, page, filters, setFilter } = address;
  const isDone = filters.show === 'done';
  const messages = useQuery(
    readPage('GET /contactMessages', {
      page,
      search,
      filters: { done: isDone ? 'true' : 'false' },
    }),
  );
  return (
    <PagedList
      title="Contact Inbox"
      lead="From the contact form and from answers to our emails, newest first. They are deleted after 180 days."
      tools={
        <ListFilters>
          <FilterSelect
            label="Show"
            all="Open messages"
            options={[{ value: 'done', label: 'Done messages' }]}
            value={filters.show}
            onChange={(show) => setFilter('show', show)}
          />
        </ListFilters>
      }
      label="Messages"
      entry="message"
      entries="messages"
      searchLabel="Search by name, email or text"
      noneFound={{ title: 'Nothing found', text: 'No message matches your search.' }}
      columns={['When', 'From', 'Message', 'Action']}
      rowClass="h-44 @3xl:h-[7.5rem]"
      address={address}
      list={messages}
      empty={{
        title: isDone ? 'No done messages yet' : 'No open messages',
        text: isDone ? 'Messages that you mark as done go here.' : 'Everybody has an answer.',
      }}
      row={(message, _number, onChanged) => <MessageRow message={message} onChanged={onChanged} />}
    />
  );
}

function MessageRow({ message, onChanged }: { message: ContactMessage; onChanged: () => void }) {
  const { _id, name, email, at, isDone, doneBy, replies } = message;
  const marking = useChange('PATCH /contactMessages/:id');

  return (
    <DataRow>
      <DataCell className="text-base-content/80 align-top text-sm @3xl:w-36">
        <DayAndTime at={at} />
      </DataCell>
      <DataCell className="align-top [overflow-wrap:anywhere] @3xl:w-56">
        <span className="block font-semibold">{name}</span>
        {email}
      </DataCell>
      <DataCell className="align-top [overflow-wrap:anywhere] whitespace-pre-line">
        {message.message || <span className="text-base-content/75">The school wrote first.</span>}
      </DataCell>
      <DataCell className="pt-2 align-top @3xl:w-40">
        <Link
          to={linkToPageOf('message', _id)}
          className="btn btn-primary btn-sm me-2 min-h-11 @3xl:mb-2 @3xl:min-h-9"
          aria-label={`${replies > 0 ? 'Open' : 'Reply'}: message from ${name}`}
        >
          {replies === 0 ? 'Reply' : countOf(replies, 'reply', 'replies')}
        </Link>
        <ActionButton
          className="btn-outline btn-sm min-h-11 @3xl:min-h-9"
          aria-label={`${isDone ? 'Open again' : 'Mark as done'}: message from ${name}`}
          act={() => marking.mutateAsync({ params: { id: _id }, body: { isDone: !isDone } })}
          onDone={onChanged}
        >
          {isDone ? (
            <Undo2 className="size-4" aria-hidden="true" />
          ) : (
            <Check className="size-4" aria-hidden="true" />
          )}
          <span>{isDone ? 'Open again' : 'Mark as done'}</span>
        </ActionButton>
        {doneBy && <p className="text-base-content/80 mt-1 text-sm break-all">Done by {doneBy}</p>}
      </DataCell>
    </DataRow>
  );
}
