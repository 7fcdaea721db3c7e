import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import type { ListedClass } from '@speakifyr/contract/office.ts';
import { Link } from 'react-router-dom';
import { formatDays } from '../../../lib/format.ts';
import { linkToClassPeople } from '../../../lib/paths.ts';
import { ClassStatusBadge } from '../../../ui/class-status-badge.tsx';
import { DataCell, DataRow } from '../../../ui/data-table.tsx';

/** A class that is over or canceled: nothing in it changes any more, but its people can be read. */
export function ArchivedClassRow({ campClass }: { campClass: ListedClass }) {
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
