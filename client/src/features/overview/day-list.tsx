import type { ClassesToSee, ClassToSee, DayList as Waiting } from '@speakifyr/contract/day-list.ts';
import type { CertificateProblem } from '@speakifyr/contract/certificate-state.ts';
import type { OwedTotal } from '@speakifyr/contract/owed-seats.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { describeProblem } from '../../lib/certificate-words.ts';
import { formatDay, nameCharge } from '../../lib/format.ts';
import { linkToEditCourse, linkToPaymentSearch } from '../../lib/dashboard-links.ts';
import { linkToClassPeople, linkToPageOf, paths } from '../../lib/paths.ts';
import { countOf } from '../../lib/count-of.ts';
import { LoadProblem } from '../../ui/error-state.tsx';
import { dayListOptions } from './day-list.queries.ts';
import { Progress } from './progress.tsx';

/** The emails in the admin's Outbox that failed. */
const FAILED_MAILS = `${paths.outbox}?state=failed`;
const DOCUMENTS_TO_SEE = `${paths.formPeople}?show=documents`;

/** What waits for the office today, each with a link to where it is handled; what is new; and how the school does. */
export function DayList() {
  const list = useQuery(dayListOptions());
  if (list.isPending)
    return <div className="skeleton rounded-box h-96" role="status" aria-label="Loading" />;
  if (list.isError) return <LoadProblem what="The day’s list" query={list} />;
  return (
    <>
      <section aria-labelledby="today">
        <h2 id="today" className="mb-4 text-2xl font-bold">
          To do today
        </h2>
        <Tasks tasks={listTasks(list.data)} />
      </section>
      <Progress {...list.data} />
    </>
  );
}

type Task = { to: string; text: string; isUrgent?: boolean };

function Tasks({ tasks }: { tasks: Task[] }) {
  if (tasks.length === 0)
    return <p className="card bg-base-100 shadow-card p-5 sm:px-6">You’re all caught up.</p>;
  return (
    <ul className="card bg-base-100 shadow-card divide-base-300 divide-y overflow-hidden">
      {tasks.map(({ to, text, isUrgent }) => (
        <li key={`${to} ${text}`}>
          <Link
            to={to}
            className={`hover:bg-base-200 flex min-h-12 items-center gap-3 border-l-4 px-4 py-3 sm:px-5 ${isUrgent ? 'border-error font-semibold' : 'border-transparent'}`}
          >
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{text}</span>
            <ChevronRight className="size-5 shrink-0" aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The most urgent first. */
function listTasks(waiting: Waiting): Task[] {
  const { disputes, refunds, mails, documents, messages, calls, unready } = waiting;
  const { withoutInstructor, fullWithWaiting } = waiting;
  const certificates = certificateTasks(waiting.certificates);
  return [
    ...waiting.notAllowed.map(notAllowedTask),
    ...missingTasks(waiting.notCollected, (people) => `${people} not collected yet`),
    ...missingTasks(waiting.notArrived, (people) => `${people} expected and not here yet`),
    ...disputes.map(({ paymentId, name, amount, currency, dueBy }) => ({
      to: linkToPaymentSearch(paymentId),
      text: `${name} disputes ${nameCharge(amount / 100, currency)}${dueBy ? `: answer by ${formatDay(new Date(dueBy))}` : ''}`,
      isUrgent: true,
    })),
    ...waiting.owed.flatMap(overdueTask),
    ...countTask(refunds, 'refund to look at', 'refunds to look at', paths.openRefunds, true),
    ...countTask(mails, 'email failed', 'emails failed', FAILED_MAILS, true),
    ...countTask(
      calls,
      'person to call, without an email address',
      'people to call, without an email address',
      paths.calls,
      true,
    ),
    ...countTask(documents, 'document to look at', 'documents to look at', DOCUMENTS_TO_SEE),
    ...countTask(messages, 'message to answer', 'messages to answer', paths.messages),
    ...classTasks(
      unready,
      linkToClassPeople,
      paths.updateCourse,
      ({ people }) =>
        countOf(
          people,
          'child without an emergency contact or health answer',
          'children without an emergency contact or health answer',
        ),
      'start soon with children without an emergency contact or health answer',
    ),
    ...classTasks(
      withoutInstructor,
      linkToEditCourse,
      paths.updateCourse,
      ({ people }) => `no instructor, ${people} enrolled`,
      'without an instructor',
    ),
    ...certificates,
    ...classTasks(
      fullWithWaiting,
      linkToClassPeople,
      paths.updateCourse,
      ({ people }) =>
        people === 1 ? 'full, 1 person is waiting' : `full, ${people} people are waiting`,
      'are full, and people wait for them',
    ),
  ];
}

/** Opening the list of that day is how an admin says that they have seen it. */
function notAllowedTask({ classId, name, day, people }: Waiting['notAllowed'][number]): Task {
  return {
    to: `${linkToPageOf('classDay', classId)}?day=${day}`,
    text: `${name}, ${formatDay(day)}: ${people} left in a way that was not allowed`,
    isUrgent: true,
  };
}

/** Children come before everything else. */
function missingTasks({ first }: ClassesToSee, say: (people: number) => string): Task[] {
  return first.map(({ _id, name, people }) => ({
    to: linkToPageOf('classDay', _id),
    text: `${name}, today: ${say(people)}`,
    isUrgent: true,
  }));
}

function overdueTask({ late, overdue, currency }: OwedTotal): Task[] {
  return late === 0
    ? []
    : [
        {
          to: `${paths.owedSeats}?late=true`,
          text: `${nameCharge(overdue / 100, currency)} overdue, in ${countOf(late, 'amount')}`,
          isUrgent: true,
        },
      ];
}

/** The most classes, or people with certificates to check, that are named one by one. */
const MAX_NAMED = 3;

/** People with children whose certificate is missing, ended or is about to: by name, or by what is wrong if they are many. */
function certificateTasks(people: Waiting['certificates']): Task[] {
  const isUrgent = ({ problem }: CertificateProblem) => problem !== 'ends';
  if (people.length <= MAX_NAMED)
    return people
      .map(({ name, email, problems }) => ({
        to: `${paths.updateInstructor}?search=${encodeURIComponent(email)}`,
        text: `${name}: ${problems.map(describeProblem).join('; ')}`,
        isUrgent: problems.some(isUrgent),
      }))
      .toSorted((one, other) => Number(other.isUrgent) - Number(one.isUrgent));
  const problems = people.flatMap((person) => person.problems);
  const kinds = new Map(problems.map((one) => [describeProblem({ ...one, on: null }), one]));
  return [...kinds]
    .map(([text, kind]) => ({
      to: paths.updateInstructor,
      text: `${problems.filter((one) => describeProblem({ ...one, on: null }) === text).length} of the team: ${text}`,
      isUrgent: isUrgent(kind),
    }))
    .toSorted((one, other) => Number(other.isUrgent) - Number(one.isUrgent));
}

function countTask(count: number, one: string, many: string, to: string, isUrgent = false): Task[] {
  return count === 0 ? [] : [{ to, text: countOf(count, one, many), isUrgent }];
}

/**
 * One line for each class, or one for all if they are many: so that home is two screens high in a school of any size.
 * @param rest where all are
 */
function classTasks(
  { first, total }: ClassesToSee,
  linkTo: (id: string) => string,
  rest: string,
  describe: (campClass: ClassToSee) => string,
  sayAll: string,
): Task[] {
  if (total > MAX_NAMED) return [{ to: rest, text: `${total} classes ${sayAll}` }];
  return first.map((campClass) => ({
    to: linkTo(campClass._id),
    text: `${campClass.name}, ${formatDay(campClass.camp_start)}: ${describe(campClass)}`,
  }));
}
