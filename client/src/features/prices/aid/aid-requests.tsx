import type { ListedAidRequest } from '@speakifyr/contract/aid.ts';
import { KEEP_AID_DAYS } from '@speakifyr/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatDay, nameCharge } from '../../../lib/format.ts';
import { linkToFamily } from '../../../lib/dashboard-links.ts';
import { readPage } from '../../../lib/read.ts';
import { useChange } from '../../../lib/use-change.ts';
import { oneOf, useListAddress } from '../../../lib/use-list-address.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { FilterSelect, ListFilters } from '../../../ui/list-filters.tsx';
import { PagedList } from '../../../ui/paged-list.tsx';
import { AnswerForm } from './answer-form.tsx';
import { describeAward } from './describe-award.ts';

const FILTERS = { show: oneOf(['answered']) };

/** What families ask for, and what was awarded. For directors only. R451 */
export function AidRequests() {
  const address = useListAddress(FILTERS);
  const { page, filters, setFilter } = address;
  const isOpen = filters.show !== 'answered';
  return (
    <PagedList
      title="Financial Aid"
      lead={`Only directors read this page. The words are deleted ${KEEP_AID_DAYS} days after the answer.`}
      tools={
        <ListFilters>
          <FilterSelect
            label="Show"
            all="Open requests"
            options={[{ value: 'answered', label: 'Answered requests' }]}
            value={filters.show}
            onChange={(show) => setFilter('show', show)}
          />
        </ListFilters>
      }
      label="Requests"
      entry="request"
      entries="requests"
      noneFound={{ title: 'No answered requests', text: 'What you answer is listed here.' }}
      rowClass="h-64"
      address={address}
      list={useQuery(
        readPage('GET /aidRequests', { page, filters: { open: isOpen ? 'true' : 'false' } }),
      )}
      empty={{ title: 'No open requests', text: 'Every family has an answer.' }}
      row={(request, _number, onChanged) => <Request request={request} onChanged={onChanged} />}
    />
  );
}

type Props = { request: ListedAidRequest; onChanged: () => void };

function Request({ request, onChanged }: Props) {
  const { _id, familyId, name, email, person_name, words, canPay, askedAt } = request;
  const { answeredAt, answeredBy, answer, award } = request;
  const ending = useChange('DELETE /aidRequests/:id/award');
  return (
    <article className="card bg-base-100 shadow-card gap-3 p-5 [overflow-wrap:anywhere] sm:p-6">
      <h2 className="text-lg font-bold">For {person_name}</h2>
      <p className="text-base-content/80 -mt-2 text-sm">
        Asked by{' '}
        <Link to={linkToFamily(familyId)} className="link font-semibold">
          {name}
        </Link>{' '}
        ({email}) on {formatDay(new Date(askedAt))}
      </p>
      {words !== null && <p className="rounded-box bg-base-200 p-4 whitespace-pre-line">{words}</p>}
      {canPay !== null && <p>They can pay {nameCharge(canPay / 100)} for each class.</p>}
      {answeredAt && (
        <p className="font-semibold">
          {`${award ? 'Awarded' : 'Declined'} by ${answeredBy} on ${formatDay(new Date(answeredAt))}`}
        </p>
      )}
      {award && describeAward(award, person_name).map((line) => <p key={line}>{line}</p>)}
      {answer && <p className="whitespace-pre-line">“{answer}”</p>}
      {!answeredAt && (
        <FormDialog
          className="btn-primary w-full sm:w-auto sm:self-start"
          label={`Answer ${name}`}
          title="Financial aid"
          onDone={onChanged}
        >
          {(dialog) => <AnswerForm request={request} dialog={dialog} />}
        </FormDialog>
      )}
      {award && !award.isOver && (
        <ActionButton
          className="btn-outline w-full sm:w-auto sm:self-start"
          aria-label={`End the aid for ${person_name}`}
          question={{
            titleText: 'End it?',
            text: 'It doesn’t count for seats that are held from now on. Seats that are held or paid with it keep their price.',
            confirm: 'Yes, end it',
          }}
          act={() => ending.mutateAsync({ params: { id: _id } })}
          onDone={onChanged}
        >
          End it
        </ActionButton>
      )}
    </article>
  );
}
