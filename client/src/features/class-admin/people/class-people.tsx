import type { ClassPeople as People, EnrolledPerson } from '@speakifyr/contract/office.ts';
import { NOT_ASSIGNED } from '@speakifyr/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import {
  Baby,
  ClipboardList,
  Download,
  HeartPulse,
  ListChecks,
  Mail,
  Pencil,
  Printer,
} from 'lucide-react';
import { type ComponentType, type ReactNode, type Ref, useRef } from 'react';
import { Link } from 'react-router-dom';
import { saveCsv } from '../../../lib/csv.ts';
import { formatDays, nameCharge } from '../../../lib/format.ts';
import {
  linkToEditCourse,
  linkToFamilies,
  linkToFormPeople,
} from '../../../lib/dashboard-links.ts';
import { linkToPageOf, paths } from '../../../lib/paths.ts';
import { saveWorkbook } from '../../../lib/workbook.ts';
import { ClassStatusBadge } from '../../../ui/class-status-badge.tsx';
import { DataTableSkeleton } from '../../../ui/data-table.tsx';
import { LoadProblem } from '../../../ui/error-state.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { PageHeading, PageSection } from '../../../ui/page-heading.tsx';
import { classPeopleOptions } from './class-people.queries.ts';
import { EnrolledTable, HeldTable, RefundedTable } from './people-tables.tsx';
import { listPeopleRows, namePeopleFile, sumPaid } from './people-file.ts';

type Props = {
  classId: string;
  /** Shows until when a seat is held. */
  renderHold: (heldUntil: string) => ReactNode;
  /** The buttons for a paid seat. @param onChanged call it after a change: the focus moves to the heading */
  renderActions: (person: EnrolledPerson, people: People, onChanged: () => void) => ReactNode;
  /** More buttons for the class. `onChanged` as above. */
  ClassActions?: ComponentType<{ people: People; onChanged: () => void }>;
  /** What is shown above the class's facts. */
  renderNotice?: (people: People) => ReactNode;
  /** Who looks after the class. */
  renderTeam?: (people: People) => ReactNode;
  /** The groups of a class that is not archived. */
  renderGroups?: (people: People) => ReactNode;
  /** The waiting list. */
  renderWaiting?: (people: People) => ReactNode;
};

/** A class for the office: who is enrolled and has paid, who holds a seat, and what was refunded. R53 */
export function ClassPeople(props: Props) {
  const {
    classId,
    renderHold,
    renderActions,
    ClassActions,
    renderNotice,
    renderTeam,
    renderGroups,
    renderWaiting,
  } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const people = useQuery(classPeopleOptions(classId));
  if (people.isPending)
    return (
      <>
        <PageHeading>
          <span className="skeleton inline-block h-[0.8em] w-64 max-w-full align-baseline" />
        </PageHeading>
        <DataTableSkeleton rows={6} rowClass="h-48 @3xl:h-[4.4rem]" />
      </>
    );
  if (people.isError)
    return (
      <>
        <PageHeading>Students</PageHeading>
        <LoadProblem
          what="The class"
          query={people}
          gone={{
            title: 'This class does not exist',
            text: 'The link may be incomplete.',
            link: { to: paths.updateCourse, label: 'Show all classes' },
          }}
        />
      </>
    );
  const { enrolled, held, refunded } = people.data;
  const focusHeading = () => heading.current?.focus();
  return (
    <>
      <ClassHeader
        people={people.data}
        headingRef={heading}
        notice={renderNotice?.(people.data)}
        actions={ClassActions && <ClassActions people={people.data} onChanged={focusHeading} />}
      />
      {renderTeam?.(people.data)}
      {people.data.status !== 'archived' && renderGroups?.(people.data)}
      <PageSection title={`Enrolled : ${enrolled.length}`}>
        {enrolled.length === 0 ? (
          <p className="text-base-content/80">Nobody is enrolled right now.</p>
        ) : (
          <EnrolledTable
            people={people.data}
            renderActions={(person) => renderActions(person, people.data, focusHeading)}
          />
        )}
      </PageSection>
      <PageSection title={`Open Holds : ${held.length}`}>
        {held.length === 0 ? (
          <p className="text-base-content/80">No open holds</p>
        ) : (
          <HeldTable people={people.data} renderHold={renderHold} onReleased={focusHeading} />
        )}
      </PageSection>
      {renderWaiting?.(people.data)}
      {refunded.length > 0 && (
        <PageSection title={`Refunds : ${refunded.length}`}>
          <RefundedTable refunded={refunded} />
        </PageSection>
      )}
    </>
  );
}

type HeaderProps = {
  people: People;
  headingRef: Ref<HTMLHeadingElement>;
  /** Below the heading. */
  notice: ReactNode;
  /** More buttons. */
  actions: ReactNode;
};

function ClassHeader({ people, headingRef, notice, actions }: HeaderProps) {
  const { _id, name, status, course_tag, camp_start, camp_end, assign_room, instructor } = people;
  return (
    <>
      <PageHeading ref={headingRef}>
        {name} <ClassStatusBadge status={people.canceled ? 'canceled' : status} />
      </PageHeading>
      <p className="text-base-content/80 -mt-4 mb-5">{`${course_tag} · ${formatDays(camp_start, camp_end)} · Room ${assign_room} · ${instructor === NOT_ASSIGNED ? 'no instructor' : instructor}`}</p>
      {notice}
      <dl className="card bg-base-100 shadow-card mb-5 grid grid-cols-2 gap-x-4 gap-y-3 p-5 sm:grid-cols-4 print:p-0 print:shadow-none">
        <Figure term="Enrolled">{people.enrolled.length}</Figure>
        <Figure term="Held">{people.held.length}</Figure>
        <Figure term="Free seats">{people.sit}</Figure>
        <Figure term="Paid">{namePaid(people)}</Figure>
      </dl>
      <div className="mb-8 flex flex-wrap gap-3 print:hidden">
        <button
          type="button"
          className="btn btn-outline btn-primary"
          onClick={() => saveCsv(namePeopleFile(people, 'csv'), listPeopleRows(people))}
        >
          <Download className="size-4" aria-hidden="true" />
          Export CSV
          <span className="sr-only">: students</span>
        </button>
        <ExportButton
          label="Export Excel"
          fileName={namePeopleFile(people, 'xlsx')}
          onSave={() => saveWorkbook(namePeopleFile(people, 'xlsx'), listPeopleRows(people))}
        />
        <button type="button" className="btn btn-outline btn-primary" onClick={() => print()}>
          <Printer className="size-4" aria-hidden="true" />
          Print
        </button>
        {people.enrolled.length > 0 && (
          <>
            <Link to={linkToPageOf('classDay', _id)} className="btn btn-outline btn-primary">
              <ListChecks className="size-4" aria-hidden="true" />
              Day list
            </Link>
            <Link to={linkToPageOf('classCare', _id)} className="btn btn-outline btn-primary">
              <HeartPulse className="size-4" aria-hidden="true" />
              Care sheet
            </Link>
            <Link to={linkToFormPeople({ class: _id })} className="btn btn-outline btn-primary">
              <ClipboardList className="size-4" aria-hidden="true" />
              Forms
            </Link>
          </>
        )}
        {status !== 'draft' && (
          <Link to={linkToPageOf('classMessage', _id)} className="btn btn-outline btn-primary">
            <Mail className="size-4" aria-hidden="true" />
            Message to the class
          </Link>
        )}
        {status === 'open' && (
          <Link to={linkToFamilies(_id)} className="btn btn-ghost">
            <Baby className="size-4" aria-hidden="true" />
            Allow a child outside the ages
          </Link>
        )}
        {status !== 'archived' && (
          <Link to={linkToEditCourse(_id)} className="btn btn-ghost">
            <Pencil className="size-4" aria-hidden="true" />
            Update Course
          </Link>
        )}
        {actions}
      </div>
    </>
  );
}

function Figure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-base-content/80 text-sm">{term}</dt>
      <dd className="text-lg font-bold tabular-nums">{children}</dd>
    </div>
  );
}

function namePaid(people: People): string {
  const texts = [...sumPaid(people)].map(([currency, cents]) => nameCharge(cents / 100, currency));
  return texts.join(' + ') || nameCharge(0);
}
