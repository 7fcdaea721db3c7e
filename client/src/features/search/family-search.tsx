import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { readApiError } from '../../lib/api.ts';
import { usePhones } from '../../lib/phones.ts';
import { useListAddress } from '../../lib/use-list-address.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { groupFound, isCutOff } from './found-groups.ts';
import { canSearch, searchOptions } from './search.queries.ts';

const FILTERS = { class: (id: string) => (/^[0-9a-f]{24}$/.test(id) ? id : undefined) };

/**
 * The office's search as a page, with a search that a link can keep. The address may name the class for which an admin
 * wants to allow a child (`?class=`): the family's page then chooses it.
 * @param props.children below the search, for a family that is not found
 */
export function FamilySearch({ children }: { children?: ReactNode }) {
  const { search, filters, setSearch } = useListAddress(FILTERS);
  return (
    <>
      <PageHeading lead="Find a family to see its children, seats, payments and emails, and to change a seat or allow a class for another age. What parents write about health is only on the care sheet of a class.">
        Families
      </PageHeading>
      <div className="mb-6">
        <SearchField
          label="Search families"
          placeholder="Name, phone or email"
          search={search}
          onSearch={setSearch}
          hint="Also an entry code, a receipt number or a payment ID"
        />
      </div>
      {children}
      {canSearch(search) && <Results text={search} classId={filters.class ?? ''} />}
    </>
  );
}

function Results({ text, classId }: { text: string; classId: string }) {
  const { writePhoneNumber } = usePhones();
  const found = useQuery(searchOptions(text));
  if (found.isPending)
    return <div role="status" aria-label="Loading" className="skeleton h-56 w-full" />;
  if (found.isError)
    return (
      <ErrorState
        title="The search did not work"
        text={readApiError(found.error).message}
        onRetry={() => void found.refetch()}
      />
    );
  const groups = groupFound(found.data, writePhoneNumber, classId);
  if (groups.length === 0)
    return (
      <EmptyState
        title="Nothing found"
        text={`Nobody matches “${text}”. Try another part of the name, the phone number or the email.`}
      />
    );
  return (
    <>
      {groups.map(({ title, items }) => (
        <section key={title} className="mb-6">
          <h2 className="mb-2 text-xl font-bold">{title}</h2>
          <ul className="card bg-base-100 shadow-card divide-base-300 divide-y px-5">
            {items.map(({ key, title: name, note, to }) => (
              <li key={key} className="py-3 [overflow-wrap:anywhere]">
                <Link to={to} className="link font-semibold">
                  {name}
                </Link>
                <p className="text-base-content/80 text-sm">{note}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {isCutOff(groups) && (
        <p className="text-base-content/80">
          Only the first of each kind. Type more to find others.
        </p>
      )}
    </>
  );
}
