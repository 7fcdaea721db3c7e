import type { AdminClass } from '@speakifyr/contract/classes.ts';
import { LABELS } from '@speakifyr/contract/labels.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import type { ListedClass } from '@speakifyr/contract/office.ts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { BookPlus, CalendarDays, CopyPlus, Megaphone } from 'lucide-react';
import { Link } from 'react-router-dom';
import { countOf } from '../../../lib/count-of.ts';
import { showSuccess } from '../../../lib/dialogs.ts';
import { formatDays } from '../../../lib/format.ts';
import { linkToClassPeople, paths } from '../../../lib/paths.ts';
import { readCount, readPage } from '../../../lib/read.ts';
import { useChange } from '../../../lib/use-change.ts';
import { oneOf, useListAddress } from '../../../lib/use-list-address.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { ClassStatusBadge } from '../../../ui/class-status-badge.tsx';
import { DataCell, DataRow } from '../../../ui/data-table.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { FilterSelect, ListFilters } from '../../../ui/list-filters.tsx';
import { PagedList } from '../../../ui/paged-list.tsx';
import {
  ALL_SEASONS,
  isYear,
  readSeason,
  SeasonFilter,
  toSeason,
} from '../../../ui/season-filter.tsx';
import { ClassRow } from './class-row.tsx';
import { CopySeason } from './copy-season.tsx';

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

/** A class that is over or canceled: nothing in it changes any more, but its people can be read. */
function ArchivedClassRow({ campClass }: { campClass: ListedClass }) {
  const { _id, name, course_tag, instructor, camp_start, camp_end, canceled, enrolled } = campClass;
  return (
    <DataRow className="grid-cols-2">
      <DataCell className="col-span-2">
        <Link to={linkToClassPeople(_id)} className="link link-hover font-semibold break-words">
          {name}
        </Link>{' '}
        <span className="text-base-content/80 text-sm">
          <span className="sr-only">Tag </span>
          {course_tag}
        </span>{' '}
        <ClassStatusBadge status={canceled ? 'canceled' : 'archived'} />
        <span className="text-base-content/80 block break-words">
          {instructor === NOT_ASSIGNED ? 'No instructor' : instructor}
        </span>
      </DataCell>
      <DataCell className="col-span-2 tabular-nums">{formatDays(camp_start, camp_end)}</DataCell>
      <DataCell className="col-span-2 tabular-nums">{`${enrolled} enrolled`}</DataCell>
    </DataRow>
  );
}

type Props = { /** yyyy */ season: string };

/** What an admin can do with a whole season. */
function SeasonButtons({ season }: Props) {
  const publication = useChange('POST /seasonDrafts/:season');
  const drafts = useQuery(readCount('GET /adminClasses', { season, status: 'draft' }));
  const count = drafts.data ?? 0;

  async function publish() {
    const { count: published } = await publication.mutateAsync({ params: { season } });
    const left = count - published;
    await showSuccess(
      `${countOf(published, 'draft')} published${left > 0 ? `, ${countOf(left, 'draft')} left` : ''}`,
    );
  }

  return (
    <>
      <FormDialog
        className="btn-outline"
        label={
          <>
            <CopyPlus className="size-4" aria-hidden="true" />
            Copy season {season}
          </>
        }
        title={`Copy season ${season}`}
        onDone={() => undefined}
      >
        {(dialog) => <CopySeason season={season} dialog={dialog} />}
      </FormDialog>
      <ActionButton
        className="btn-outline"
        question={{
          titleText: `Publish ${countOf(count, 'draft')} of ${season}?`,
          text: 'Everybody sees them and can join. Drafts that start in the past stay drafts.',
          confirm: 'Yes, Publish!',
        }}
        act={publish}
        disabled={drafts.isSuccess && count === 0}
      >
        <Megaphone className="size-4" aria-hidden="true" />
        <span>{`Publish ${drafts.isSuccess ? countOf(count, 'draft') : 'the drafts'} of ${season}`}</span>
      </ActionButton>
    </>
  );
}
