import { LABELS } from '@speakifyr/contract/labels.ts';
import { useQuery } from '@tanstack/react-query';
import { BookPlus, CalendarDays } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths.ts';
import { readPage } from '../../../lib/read.ts';
import { oneOf, useListAddress } from '../../../lib/use-list-address.ts';
import { FilterSelect, ListFilters } from '../../../ui/list-filters.tsx';
import { PagedList } from '../../../ui/paged-list.tsx';
import { isYear, readSeason, SeasonFilter, toSeason } from '../../../ui/season-filter.tsx';
import { CourseRow } from './editable-class-row.tsx';
import { SeasonButtons } from './season-buttons.tsx';

const STATUS_OPTIONS = [
  { value: 'open', label: 'Open' },
  { value: 'draft', label: 'Drafts' },
] as const;
const FILTERS = {
  season: readSeason,
  status: oneOf(STATUS_OPTIONS.map(({ value }) => value)),
};

/**
 * The open classes and drafts, the next ones first, each with its form, a copy, and the button that archives it.
 * @param props.onDuplicated called with the id of a copied course
 */
export function CourseList({ onDuplicated }: { onDuplicated: (id: string) => void }) {
  const address = useListAddress(FILTERS);
  const { search, page, filters, setFilter } = address;
  const { season, status } = filters;
  const courses = useQuery(
    readPage('GET /adminClasses', { page, search, filters: { season: toSeason(season), status } }),
  );
  const addLink = (
    <Link to={paths.addCourse} className="btn btn-primary">
      <BookPlus className="size-4" aria-hidden="true" />
      {LABELS.addCourse}
    </Link>
  );
  return (
    <PagedList
      title="Update Course"
      lead="The next ones first. A course with an instructor cannot be archived."
      label="Courses"
      entry="course"
      entries="courses"
      searchLabel="Search by course, tag or instructor"
      noneFound={{
        title: 'No course found',
        text: 'No course matches your search, season and status.',
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
          {season && isYear(season) && <SeasonButtons season={season} />}
          <Link to={paths.courseCalendar} className="btn btn-outline sm:ml-auto">
            <CalendarDays className="size-4" aria-hidden="true" />
            Calendar
          </Link>
          {addLink}
        </ListFilters>
      }
      columns={['Course', 'Days', 'Price', 'Places', 'Actions']}
      rowClass="h-80 @3xl:h-32"
      address={address}
      list={courses}
      empty={{
        title: 'No courses yet',
        text: 'Add the first one so that students can join. Courses that are over are in the other seasons.',
        action: addLink,
      }}
      row={(course, _number, onChanged) => (
        <CourseRow course={course} onRemoved={onChanged} onDuplicated={onDuplicated} />
      )}
    />
  );
}
