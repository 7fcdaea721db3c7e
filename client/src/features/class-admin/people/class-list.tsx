import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import type { ListedClass } from '@speakifyr/contract/office.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatDays } from '../../../lib/format.ts';
import { linkToClassPeople } from '../../../lib/paths.ts';
import { oneOf, useListAddress } from '../../../lib/use-list-address.ts';
import { ClassStatusBadge } from '../../../ui/class-status-badge.tsx';
import { DataCell, DataRow } from '../../../ui/data-table.tsx';
import { FilterSelect, ListFilters } from '../../../ui/list-filters.tsx';
import { PagedList } from '../../../ui/paged-list.tsx';
import { ALL_SEASONS, readSeason, SeasonFilter, toSeason } from '../../../ui/season-filter.tsx';
import { classListOptions, type ClassStatus } from './class-people.queries.ts';

const STATUS_OPTIONS: { value: ClassStatus; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'draft', label: 'Drafts' },
  { value: 'archived', label: 'Archived' },
];
const FILTERS = {
  season: readSeason,
  status: oneOf(STATUS_OPTIONS.map(({ value }) => value)),
};

/** All classes, archived ones too, each with a link to its people. */
export function ClassList() {
  const address = useListAddress(FILTERS);
  const { search, filters, page, setFilter } = address;
  const status = filters.status ?? 'open';
  // Archived classes are over.
  const chosen = filters.season ?? (status === 'archived' ? ALL_SEASONS : undefined);
  const season = toSeason(chosen);
  const classes = useQuery(classListOptions({ search, status, season, page }));
  return (
    <PagedList
      title="Classes"
      lead="Who is enrolled, who holds a seat, and who paid."
      label="Classes"
      entry="class"
      entries="classes"
      searchLabel="Search by class, tag or instructor"
      noneFound={{
        title: 'No class found',
        text: 'No class matches your search, season and status.',
      }}
      tools={
        <ListFilters>
          <SeasonFilter value={chosen} onChange={(next) => setFilter('season', next)} />
          <FilterSelect
            label="Status"
            options={STATUS_OPTIONS}
            value={status}
            onChange={(next) => setFilter('status', next === 'open' ? '' : next)}
          />
        </ListFilters>
      }
      columns={['Class', 'Instructor', 'Camp days', 'Enrolled', 'Held', 'Free']}
      rowClass="h-36 @3xl:h-[4.6rem]"
      address={address}
      list={classes}
      row={(campClass) => <ClassRow campClass={campClass} />}
    />
  );
}

function ClassRow({ campClass }: { campClass: ListedClass }) {
  const { _id, name, course_tag, instructor, camp_start, camp_end, canceled } = campClass;
  return (
    <DataRow className="grid-cols-3">
      <DataCell className="col-span-3">
        <Link to={linkToClassPeople(_id)} className="link link-hover font-semibold break-words">
          {name}
        </Link>{' '}
        <span className="text-base-content/80 text-sm">{course_tag}</span>
        {canceled && (
          <>
            {' '}
            <ClassStatusBadge status="canceled" />
          </>
        )}
      </DataCell>
      <DataCell className="text-base-content/80 col-span-3">
        {instructor === NOT_ASSIGNED ? 'No instructor' : instructor}
      </DataCell>
      <DataCell className="text-base-content/80 col-span-3 tabular-nums">
        {formatDays(camp_start, camp_end)}
      </DataCell>
      <CountCell label="Enrolled" count={campClass.enrolled} />
      <CountCell label="Held" count={campClass.held} />
      <CountCell label="Free" count={campClass.sit} />
    </DataRow>
  );
}

function CountCell({ label, count }: { label: string; count: number }) {
  return (
    <DataCell className="pt-1 font-semibold tabular-nums">
      <span
        className="text-base-content/80 block text-sm font-normal @3xl:hidden print:hidden"
        aria-hidden="true"
      >
        {label}
      </span>
      {count}
    </DataCell>
  );
}
