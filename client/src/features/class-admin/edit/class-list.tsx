import type { AdminClass } from '@speakifyr/contract/classes.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import type { ListedClass } from '@speakifyr/contract/office.ts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { BookPlus, CalendarDays } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { readPage } from '../../../lib/read.ts';
import { oneOf, useListAddress } from '../../../lib/use-list-address.ts';
import { FilterSelect, ListFilters } from '../../../ui/list-filters.tsx';
import { PagedList } from '../../../ui/paged-list.tsx';
import {
  ALL_SEASONS,
  isYear,
  readSeason,
  SeasonFilter,
  toSeason,
} from '../../../ui/season-filter.tsx';
import { ArchivedClassRow } from './archived-class-row.tsx';
import { ClassRow } from './class-row.tsx';
import { SeasonButtons } from './season-buttons.tsx';

const STATUS_OPTIONS = [
  { value: 'open', label: 'Open' },
  { value: 'draft', label: 'Drafts' },
  { value: 'archived', label: 'Archived' },
] as const;
const FILTERS = {
  season: readSeason,
  status: oneOf(STATUS_OPTIONS.map(({ value }) => value)),
};

/**
 * All classes: open ones and drafts, the next ones first, each with its people, its form, a copy, and the button that
 * archives it. If asked for, the archived ones, the latest first.
 * @param props.onDuplicated called with the id of a copied course
 */
export function ClassList({ onDuplicated }: { onDuplicated: (id: string) => void }) {
  const address = useListAddress(FILTERS);
  const { search, page, filters, setFilter } = address;
  const { status } = filters;
  const isArchive = status === 'archived';
  // Archived classes are over.
  const season = filters.season ?? (isArchive ? ALL_SEASONS : undefined);
  const ofSeason = { season: toSeason(season) };
  const open = useQuery({
    ...readPage('GET /adminClasses', {
      page,
      search,
      filters: { ...ofSeason, status: isArchive ? undefined : status },
    }),
    enabled: !isArchive,
  });
  const archived = useQuery({
    ...readPage('GET /classList', {
      page,
      search,
      filters: { ...ofSeason, status: 'archived', sort: '-camp_start' },
    }),
    enabled: isArchive,
  });
  const classes: UseQueryResult<{ items: (AdminClass | ListedClass)[]; total: number }> = isArchive
    ? archived
    : open;
  const addLink = (
    <Link to={paths.addCourse} className="btn btn-primary">
      <BookPlus className="size-4" aria-hidden="true" />
      {LABELS.addCourse}
    </Link>
  );
  return (
    <PagedList
      title="Classes"
      lead="Their people, days, prices and places."
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
          <SeasonFilter value={season} onChange={(chosen) => setFilter('season', chosen)} />
          <FilterSelect
            label="Status"
            all="Open and drafts"
            options={STATUS_OPTIONS}
            value={status}
            onChange={(chosen) => setFilter('status', chosen)}
          />
          {!isArchive && season && isYear(season) && <SeasonButtons season={season} />}
          <Link to={paths.courseCalendar} className="btn btn-outline sm:ml-auto">
            <CalendarDays className="size-4" aria-hidden="true" />
            Calendar
          </Link>
          {addLink}
        </ListFilters>
      }
      columns={
        isArchive ? ['Class', 'Days', 'Enrolled'] : ['Class', 'Days', 'Price', 'Places', 'Actions']
      }
      rowClass={isArchive ? 'h-36 @3xl:h-20' : 'h-80 @3xl:h-32'}
      address={address}
      list={classes}
      empty={{
        title: 'No classes yet',
        text: 'Add the first one so that students can join. Classes that are over are in the other seasons.',
        action: addLink,
      }}
      row={(campClass, _number, onChanged) =>
        'isDraft' in campClass ? (
          <ClassRow course={campClass} onRemoved={onChanged} onDuplicated={onDuplicated} />
        ) : (
          <ArchivedClassRow campClass={campClass} />
        )
      }
    />
  );
}
