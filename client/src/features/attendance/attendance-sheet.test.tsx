import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderApp } from '../../testing/render.tsx';
import { answer, refuse } from '../../testing/server.ts';
import { watchDownload } from '../../testing/watch-download.ts';
import { AttendanceSheet } from './attendance-sheet.tsx';
import { at, CLASS_ID, DAY } from './attendance.testing.tsx';

const NEXT = '2026-08-04';
const none = { in: null, out: null, collectedBy: null, leftAlone: false, notAllowed: null };

const sheet = {
  classId: CLASS_ID,
  className: 'Sailing on the Lake',
  days: [DAY, NEXT],
  people: [
    {
      personId: '1'.repeat(24),
      name: 'Mia Byron',
      days: [
        {
          ...{ day: DAY, state: 'gone' as const, in: at('09:04'), out: at('12:31') },
          ...{ collectedBy: '=Inge Byron', leftAlone: false, notAllowed: 'not_listed' as const },
        },
        { day: NEXT, state: 'absent' as const, ...none },
      ],
    },
    {
      personId: '2'.repeat(24),
      name: '=1+1',
      days: [
        { day: DAY, state: 'here' as const, ...none, in: at('09:10') },
        { ...none, day: NEXT, state: 'gone' as const, out: at('12:30'), leftAlone: true },
      ],
    },
  ],
};

// Rules: R493.
test('everybody has a cell for each day, with a letter, the times and who took them', async () => {
  answer('GET /attendanceSheet/:classId', sheet);
  renderApp(<AttendanceSheet classId={CLASS_ID} />);

  const table = await screen.findByRole('table', { name: 'Attendance' });
  const cells = within(table).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual([
    'PPresent9:04 AM – 12:31 PMCollected by =Inge ByronNot allowed',
    'AAbsent',
    'PPresent9:10 AM – …',
    'PPresent… – 12:30 PMLeft alone',
  ]);
  expect(within(table).getByRole('columnheader', { name: 'Tue 4 August' })).toBeVisible();
  expect(screen.getByText('P = present, A = absent, – = not recorded')).toBeVisible();
});

test('the file has a line for each person and day, and a name is never a formula', async () => {
  const file = watchDownload();
  answer('GET /attendanceSheet/:classId', sheet);
  renderApp(<AttendanceSheet classId={CLASS_ID} />);

  await userEvent.click(await screen.findByRole('button', { name: /^Export CSV/ }));

  expect(await file.read()).toEqual({
    name: 'sailing-on-the-lake-attendance.csv',
    lines: [
      '"Name","Day","State","Came","Left","Collected by","Not allowed"',
      `"Mia Byron","2026-08-03","Present","9:04 AM","12:31 PM","'=Inge Byron","yes"`,
      '"Mia Byron","2026-08-04","Absent","","","",""',
      `"'=1+1","2026-08-03","Present","9:10 AM","","",""`,
      `"'=1+1","2026-08-04","Present","","12:30 PM","Left alone",""`,
    ],
  });
});

test('the sheet can be printed', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue();
  answer('GET /attendanceSheet/:classId', sheet);
  renderApp(<AttendanceSheet classId={CLASS_ID} />);

  await userEvent.click(await screen.findByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});

test('before the first day there is nothing to show; a class that is gone says so', async () => {
  answer('GET /attendanceSheet/:classId', { ...sheet, days: [] });
  const { unmount } = renderApp(<AttendanceSheet classId={CLASS_ID} />);
  expect(await screen.findByText('Nothing to show yet')).toBeVisible();
  unmount();

  answer('GET /attendanceSheet/:classId', () => refuse('not_found'));
  renderApp(<AttendanceSheet classId={CLASS_ID} />);
  expect(await screen.findByText('This class does not exist')).toBeVisible();
});
