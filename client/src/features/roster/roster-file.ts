import type { CarePerson } from '@speakifyr/contract/children.ts';
import { formatTimeOfDay, slugText } from '@speakifyr/contract/format.ts';
import { nameExtra } from '@speakifyr/contract/seat-extras.ts';
import type { CsvCell } from '../../lib/csv.ts';
import {
  afterLabel,
  findCareOf,
  listAdults,
  listHealth,
  sayBlocked,
} from '../../lib/describe-care.ts';
import { nameStudent } from './name-student.ts';
import type { RosterStudent } from './roster.queries.ts';

const CARE_HEADINGS = [
  'Severe allergies',
  'Health',
  'Must not collect',
  'May leave alone from',
  'Adults',
];

/**
 * The enrolled students for a spreadsheet, with a line of headings.
 * @param care the class's care sheet, which has recorded the reader; undefined if they can't read it now: then the file
 *   has no health, no contacts, and no column that looks as if there were none. R560
 */
export function listRosterRows(
  students: RosterStudent[],
  care: CarePerson[] | undefined,
): CsvCell[][] {
  const hasExtras = students.some(({ extras }) => extras);
  const hasDays = students.some(({ days }) => days);
  const hasGroups = students.some(({ group }) => group);
  const asked = [...new Set(students.flatMap(({ facts = [] }) => facts.map(({ label }) => label)))];
  return [
    [
      'Entry Code',
      'Name',
      'Age',
      'Email',
      ...(hasDays ? ['Days'] : []),
      ...(hasGroups ? ['Group'] : []),
      ...(hasExtras ? ['Extras'] : []),
      ...asked,
      ...(care ? CARE_HEADINGS : []),
    ],
    ...students.map((student) => [
      student.entry_code,
      nameStudent(student),
      student.age ?? '',
      student.email,
      ...(hasDays ? [(student.days ?? []).join('; ')] : []),
      ...(hasGroups ? [student.group ?? ''] : []),
      ...(hasExtras ? [(student.extras ?? []).map(nameExtra).join('; ')] : []),
      ...asked.map((label) =>
        (student.facts ?? [])
          .filter((fact) => fact.label === label)
          .map(({ text }) => text)
          .join('; '),
      ),
      ...(care ? listCareCells(findCareOf(care, { ...student, code: student.entry_code })) : []),
    ]),
  ];
}

/** One line in a cell for each thing. */
function listCareCells(person: CarePerson | undefined): CsvCell[] {
  // Enrolled since the care sheet was loaded.
  if (!person) return ['?', '?', '?', '?', '?'];
  const lines = listHealth(person);
  return [
    lines.flatMap(({ text, isSevere }) => (isSevere ? text : [])),
    lines.flatMap((line) => (line.isSevere ? [] : line.label + afterLabel(line))),
    person.isKept
      ? ['Ask a colleague who may collect them.']
      : person.mustNotCollect.map((one) => {
          const { who, why } = sayBlocked(one);
          return `${who}. ${why}`;
        }),
    person.mayLeaveAloneFrom ? [formatTimeOfDay(person.mayLeaveAloneFrom)] : [],
    listAdults(person).map(({ who, phone, may }) =>
      [`${who}: ${phone ?? 'no phone number'}`, may].filter(Boolean).join('. '),
    ),
  ].map((cell) => cell.join('\n'));
}

/** The file's name, such as `sailing-on-the-lake-students.csv`. */
export function nameRosterFile(course: string, ending: 'csv' | 'xlsx'): string {
  return `${slugText(course) || 'course'}-students.${ending}`;
}
