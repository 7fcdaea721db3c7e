import type { AttendedDay } from '@speakifyr/contract/attendance.ts';

type SheetState = { letter: string; word: string };

const PRESENT = { letter: 'P', word: 'Present' };
const ABSENT = { letter: 'A', word: 'Absent' };
const NOTHING = { letter: '–', word: 'Not recorded' };

/** All letters of the sheet, for its legend. */
export const SHEET_STATES: SheetState[] = [PRESENT, ABSENT, NOTHING];

/** What stands in the place of the adult for a child that left without one. */
export const LEFT_ALONE = 'Left alone';

/** What is wrong with how they left, for the sheet and its file. */
export const NOT_ALLOWED = 'Not allowed';

/** What somebody's day was. Anyone still expected on a day that is in the sheet was not recorded. */
export function describeSheetState(attended: AttendedDay | undefined): SheetState {
  switch (attended?.state) {
    case 'here':
    case 'gone':
      return PRESENT;
    case 'absent':
      return ABSENT;
    default:
      return NOTHING;
  }
}
