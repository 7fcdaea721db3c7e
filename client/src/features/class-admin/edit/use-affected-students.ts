import type { AdminClass } from '@speakifyr/contract/classes.ts';
import type { EnrolledPerson } from '@speakifyr/contract/office.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { confirmAction } from '../../../lib/dialogs.ts';
import { readToday } from '../../../lib/format.ts';
import { sayWhoHears } from '../../../lib/who-hears.ts';
import { courseStudentsOptions } from './class-admin.queries.ts';
import { listMoves, type Move, type Plan, sayFewerDays } from './list-moves.ts';

/**
 * Who is affected by a change of a course: its enrolled students, if it moves what they plan with. R68
 * @param typed what the form has now
 */
export function useAffectedStudents(course: AdminClass, typed: Plan) {
  // Somebody enrolled after the form was opened.
  const [isOutdated, setOutdated] = useState(false);
  const moves = listMoves(course, typed);
  const people = useQuery({
    ...courseStudentsOptions(course._id),
    enabled: moves.length > 0 && (course.enrolled > 0 || isOutdated),
  });
  const count = people.data?.length ?? course.enrolled;
  const concerned = listConcerned(people.data ?? [], moves);
  const hasWhole = people.data?.some(({ days }) => !days) ?? true;
  const email = [
    describeEmail(concerned, typed.camp_end),
    concerned.length < (people.data?.length ?? 0) && KEEP_DAYS,
    hasWhole && sayFewerDays(course, typed),
  ]
    .filter(Boolean)
    .join(' ');
  return {
    moves,
    email,
    count: moves.length > 0 ? count : 0,
    students: people.data,
    onRetry: people.isError ? () => void people.refetch() : undefined,
    /** Loads them again when the server says that the number has changed. */
    lookAgain: () => {
      setOutdated(true);
      void people.refetch();
    },
    /** Asks before the change is saved. @returns whether the person confirmed */
    confirm: () =>
      confirmAction({
        titleText:
          count === 1 ? 'Change this for 1 student?' : `Change this for ${count} students?`,
        text: [
          ...moves.map(({ label, before, after }) => `${label}: ${before} → ${after}`),
          `They have paid for the class as it was. ${email}`,
        ].join('\n'),
        confirm: 'Yes, Change It!',
      }),
  };
}

const KEEP_DAYS = 'Who has chosen single days keeps them, and gets no email.';

/** Who hears of it. Who has chosen days keeps them, so other days of the class are not about them. R647 */
function listConcerned(students: EnrolledPerson[], moves: Move[]): EnrolledPerson[] {
  const isOnlyDays = moves.every(({ label }) => label === 'Days');
  return students.filter(({ days }) => !days || !isOnlyDays);
}

/** @param lastDay after the change: nobody gets an email about a class that they have already been to */
function describeEmail(students: EnrolledPerson[], lastDay: string): string {
  if (lastDay < readToday()) return 'The course is over, so no email is sent.';
  return sayWhoHears(students);
}
