import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * Which days a class has, contract/src/class-days.ts says, and nothing else: a class may meet on Mondays only, or not on
 * the 5th of July. So no other file counts from its first to its last day. R645
 */
const HOME = 'contract/src/class-days.ts';

/** Files that compare with both ends, and don't count. Each says why. */
const ALLOWED = {
  'client/src/features/attendance/own-attendance.tsx':
    'shown from a week before the first day to the last',
  'client/src/features/class-admin/edit/by-day-field.tsx': 'what is typed, before it is a class',
  'client/src/features/class-admin/edit/calendar-months.ts':
    'the month with which the calendar opens',
  'client/src/features/class-admin/edit/class-values.ts': 'what is typed, before it is a class',
  'client/src/features/class-admin/edit/room-clash-note.tsx': 'whether both ends are typed',
  'client/src/features/classes/class-search.queries.ts':
    'the weeks from the first class to the last',
  'client/src/features/enrollment/cart/cart.queries.ts': 'passes both ends on',
  'contract/src/classes.ts': 'the end is not before the start',
  'server/src/admin/money-rows.ts': 'a seat for chosen days begins while its class runs',
  'server/src/attendance/emergency-list.ts': 'an index narrows the search, meetsOn decides',
  'server/src/calendar-file.ts': 'a plain class without hours is one entry',
  'server/src/classes/classes.repo.ts': 'an index narrows the search, the days decide',
  'server/src/classes/drafts.ts': 'moves both ends',
  'server/src/classes/team.service.ts': 'the days between which somebody may be on the team',
  'server/src/classes/update-class.ts': 'which days a change of the ends means',
  'server/src/families/looks-after.ts': 'weeks before the first day, and after the last',
  'server/src/families/same-child.ts': 'a camp goes on over its weekends',
  'server/src/forms/asked.ts': 'the first and the last day for which an answer counts',
  'server/src/messages/kinds/family.ts':
    'weeks before the first day of a seat, and whether it is over',
};

const ENDS = [/camp_?start/i, /camp_?end/i];
const COUNTS = /[^=]>=? |<=? |\$[gl]te?\b|countDays\(|addDays\(|listWeeks\(/;

/** @returns whether a text compares or counts with both ends of a class, on two lines in a row */
function countsDays(text) {
  const lines = text
    .split('\n')
    .filter(
      (line) =>
        !/^\s*(\*|\/\*|\/\/|import )|formatDays\(|nameDays\(|format(Day|Camp)\(|Pick</.test(line),
    )
    .map((line) => line.replaceAll('=>', ''));
  return lines.some((line, index) => {
    const both = `${line} ${lines[index + 1] ?? ''}`;
    return ENDS[0].test(line) && ENDS.every((end) => end.test(both)) && COUNTS.test(both);
  });
}

const files = execFileSync('git', ['ls-files', 'contract/src', 'server/src', 'client/src'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|testing\/|migrations\//.test(file));

test('one function says which days a class has', () => {
  const found = files.filter((file) => file !== HOME && countsDays(readFileSync(file, 'utf8')));
  expect(found).toEqual(Object.keys(ALLOWED).toSorted());
});

test.each([
  'const isNow = camp_start <= today && today <= camp_end;',
  'const count = countDays(camp.camp_start, camp.camp_end) + 1;',
  'return one.camp_start <= other.camp_end &&\n  other.camp_start <= one.camp_end;',
])('another file that counts is found: %s', (line) => {
  expect(countsDays(line)).toBe(true);
});
