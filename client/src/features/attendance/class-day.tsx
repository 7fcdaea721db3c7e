import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { isRefused } from '../../lib/api-error.ts';
import { formatDay, formatIsoDay, readToday } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { classDayOptions } from './attendance.queries.ts';
import { chooseDay, findNeighbors } from './choose-day.ts';
import { DayPeople } from './day-people.tsx';
import { type FailedQuery, ListProblem } from './list-problem.tsx';
import { OldListNote } from './old-list-note.tsx';
import { PaperDay } from './paper-day.tsx';
import { PageTitle } from '../../ui/page-heading.tsx';

/** How often the page checks whether somebody is late, in milliseconds. */
const CLOCK_MS = 15_000;
const IN_ADDRESS = 'day';
/** In the address of the list to print. */
const ON_PAPER = 'paper';

type Props = {
  classId: string;
  /** The address of the attendance sheet. */
  sheet: string;
  /** Whether the person may let somebody take a child who is not listed. */
  mayOverride: boolean;
  /** What is due on the day, above the list. Only today. */
  showDue?: (day: string) => ReactNode;
  /** What else was recorded on a day, below the list. */
  showRecords?: (day: string) => ReactNode;
};

/** Who is expected today, who came, and who took them. */
export function ClassDay({ classId, showDue, showRecords, ...props }: Props) {
  const [params] = useSearchParams();
  const isPaper = params.has(ON_PAPER);
  const typed = params.get(IN_ADDRESS) ?? '';
  const isAsked = /^\d{4}-\d\d-\d\d$/.test(typed);
  const asked = isAsked ? typed : readToday();
  const first = useQuery({ ...classDayOptions(classId, asked), refetchInterval: false });
  // Only an answer knows the days on which a class meets. Without a day in the address, the next one is shown.
  const day = isAsked || !first.data ? asked : chooseDay(first.data.days, asked);
  const list = useQuery({ ...classDayOptions(classId, day), placeholderData: keepPreviousData });
  const now = new Date(useNow(CLOCK_MS) + (list.data?.clockOffset ?? 0));
  const today = formatIsoDay(now);
  // Without a connection, the list stays: the children are at the gate.
  if (list.isError && (!list.data || isRefused(list.error))) return <Problem query={list} />;
  return (
    <>
      <Heading paper={list.data && !isPaper ? `?${toggle(params, isPaper)}` : undefined} />
      {list.data ? (
        <>
          {/* Otherwise it is in the bar above the people, which stays in sight. */}
          {(isPaper || list.data.people.length === 0) && (
            <p className="mb-3 font-bold break-words">{list.data.className}</p>
          )}
          {/* It stays while another day loads, and so does the focus. */}
          <DayChoice day={day} days={list.data.days} today={today} />
        </>
      ) : (
        <div className="mb-4 h-20" />
      )}
      <OldListNote list={list.data} isError={list.isError} />
      {list.data?.day === day ? (
        <>
          {isPaper ? (
            <PaperDay list={list.data} isOver={day < today} back={`?${toggle(params, isPaper)}`} />
          ) : (
            <>
              {day === today && showDue?.(day)}
              <DayPeople key={day} list={list.data} {...{ now, today }} {...props} />
              {list.data.days.includes(day) && showRecords?.(day)}
            </>
          )}
        </>
      ) : (
        <DaySkeleton />
      )}
    </>
  );
}

/** The day, with links to the class's days before and after it. */
function DayChoice({ day, days, today }: { day: string; days: string[]; today: string }) {
  const { before, after } = findNeighbors(days, day);
  return (
    <nav
      aria-label="Day"
      className="mb-4 flex print:mb-1 print:justify-start items-center justify-between gap-2"
    >
      <DayLink to={before} label="Day before">
        <ChevronLeft className="size-6" aria-hidden="true" />
      </DayLink>
      <h2 className="min-w-0 text-center text-xl font-bold">
        {day === today ? `Today, ${formatDay(day)}` : formatDay(day)}
      </h2>
      <DayLink to={after} label="Day after">
        <ChevronRight className="size-6" aria-hidden="true" />
      </DayLink>
    </nav>
  );
}

type LinkProps = { to: string | undefined; label: string; children: ReactNode };

function DayLink({ to, label, children }: LinkProps) {
  const [params] = useSearchParams();
  if (!to) return <span className="size-12 shrink-0 print:hidden" />;
  const there = new URLSearchParams(params);
  there.set(IN_ADDRESS, to);
  return (
    <Link to={`?${there}`} className="btn btn-outline size-12 shrink-0 p-0 print:hidden">
      {children}
      <span className="sr-only">{`${label}: ${formatDay(to)}`}</span>
    </Link>
  );
}

function Problem({ query }: { query: FailedQuery }) {
  return (
    <>
      <Heading />
      <ListProblem
        what="The day list"
        query={query}
        gone={{ title: 'There is no such class or day', text: 'The link may be incomplete.' }}
      />
    </>
  );
}

function DaySkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <div className="skeleton mb-4 h-12 w-full" />
      <div className="skeleton mb-3 h-40 w-full" />
      <div className="skeleton mb-3 h-40 w-full" />
      <div className="skeleton h-40 w-full" />
    </div>
  );
}

/** The address of the other form of the list: to print, or to tap on. */
function toggle(params: URLSearchParams, isPaper: boolean): URLSearchParams {
  const other = new URLSearchParams(params);
  if (isPaper) other.delete(ON_PAPER);
  else other.set(ON_PAPER, '1');
  return other;
}

/** @param props.paper the address of the list to print */
function Heading({ paper }: { paper?: string | undefined }) {
  return (
    <div className="mb-2 flex flex-wrap items-center justify-between gap-x-3">
      <PageTitle>Day list</PageTitle>
      {paper && (
        <Link to={paper} className="btn btn-outline min-h-12 print:hidden">
          <Printer className="size-5" aria-hidden="true" />
          For paper
        </Link>
      )}
    </div>
  );
}
