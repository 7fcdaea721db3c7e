import { slugText } from '@speakifyr/contract/format.ts';
import type { CsvCell } from '../../lib/csv.ts';
import { formatTime } from '../../lib/format.ts';
import type { AttendanceSheet } from './attendance.queries.ts';
import { describeSheetState, LEFT_ALONE, NOT_ALLOWED } from './sheet-states.ts';

const HEADINGS = ['Name', 'Day', 'State', 'Came', 'Left', 'Collected by', NOT_ALLOWED];

/** A line for each person and day, which a spreadsheet can filter and count. Times are the school's. */
export function listSheetRows({ days, people }: AttendanceSheet): CsvCell[][] {
  const hasGroups = people.some(({ group }) => group);
  return [
    [...HEADINGS, ...(hasGroups ? ['Group'] : [])],
    ...people.flatMap(({ name, group, days: attended }) =>
      days.map((day) => {
        const found = attended.find((one) => one.day === day);
        return [
          name.trim() || 'Not Found',
          day,
          describeSheetState(found).word,
          writeTime(found?.in),
          writeTime(found?.out),
          found?.leftAlone ? LEFT_ALONE : (found?.collectedBy ?? ''),
          found?.notAllowed ? 'yes' : '',
          ...(hasGroups ? [group ?? ''] : []),
        ];
      }),
    ),
  ];
}

function writeTime(moment: string | null | undefined): string {
  return moment ? formatTime(new Date(moment)) : '';
}

/** The file's name, such as `sailing-on-the-lake-attendance.csv`. */
export function nameSheetFile({ className }: Pick<AttendanceSheet, 'className'>): string {
  return `${slugText(className) || 'class'}-attendance.csv`;
}
