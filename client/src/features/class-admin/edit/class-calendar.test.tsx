import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { buildAdminClass } from '../../../testing/factories.ts';
import { renderApp } from '../../../testing/render.tsx';
import { answer } from '../../../testing/server.ts';
import { findFirstDay } from './calendar-months.ts';
import { CourseCalendar } from './class-calendar.tsx';

const course = (
  name: string,
  assign_room: number,
  camp_start: string,
  camp_end: string,
  [dailyStart, dailyEnd] = ['09:00', '16:00'],
) =>
  buildAdminClass({
    ...{ dailyStart, dailyEnd },
    _id: name[0]?.charCodeAt(0).toString(16).repeat(12),
    name,
    assign_room,
    camp_start,
    camp_end,
  });

const sailing = course('Sailing', 8, '2027-07-26', '2027-08-06');
const robots = course('Robots', 12, '2027-08-02', '2027-08-06');
const kites = course('Kites', 8, '2027-08-06', '2027-08-10');
const chess = course('Chess', 8, '2027-08-11', '2027-08-13');
const late = course('Dance', 8, '2027-08-06', '2027-08-10', ['16:00', '18:00']);

function renderCalendar() {
  answer('GET /adminClasses', ({ query }) =>
    query['size'] ? [sailing] : [sailing, robots, kites, late, chess],
  );
  renderApp(<CourseCalendar today="2027-08-01" />);
}

// Rules: R71.
test('two courses in one room at the same hours are marked, below the calendar; others are not', async () => {
  renderCalendar();

  const note = await screen.findByText('2 courses share a room at the same time');
  const heading = screen.getByRole('heading', { name: 'August 2027' });
  expect(heading.compareDocumentPosition(note)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.getByRole('link', { name: /^Kites/ })).toHaveTextContent('Same room: Sailing');
  expect(screen.getByRole('link', { name: /^Sailing/ })).toHaveTextContent('Same room: Kites');
  for (const name of [/^Robots/, /^Chess/, /^Dance/])
    expect(screen.getByRole('link', { name })).not.toHaveTextContent('Same room');
});

test('each room lists its courses with their days, month by month', async () => {
  renderCalendar();

  const room = (await screen.findByRole('heading', { name: 'Room 8' })).closest('li');
  const names = within(room as HTMLElement)
    .getAllByRole('link')
    .map(({ title }) => title.replace(/,.*/, ''));
  expect(names).toEqual(['Sailing', 'Kites', 'Dance', 'Chess']);
  expect(screen.getByRole('link', { name: /^Robots/ })).toHaveTextContent(
    /Mon 2 – Fri 6 August 20279:00 AM – 4:00 PM/,
  );

  await userEvent.click(screen.getByRole('button', { name: 'Previous month' }));
  expect(screen.getByRole('heading', { name: 'July 2027' })).toBeVisible();
  expect(screen.getAllByRole('link').map(({ title }) => title.replace(/,.*/, ''))).toEqual([
    'Sailing',
  ]);
});

test('a phone shows one week at a time', async () => {
  const usual = window.matchMedia;
  vi.stubGlobal('matchMedia', (media: string) => ({
    ...usual(media),
    matches: media === '(max-width: 39.98rem)',
  }));
  const asked: unknown[] = [];
  answer('GET /adminClasses', ({ query }) => {
    if (query['size']) return [robots];
    asked.push(query);
    return [sailing, robots, kites, late, chess];
  });
  renderApp(<CourseCalendar today="2027-01-15" />);

  const names = () => screen.getAllByRole('link').map(({ title }) => title.replace(/,.*/, ''));
  const heading = await screen.findByRole('heading', { name: /^Mon 2 – Sun 8 August/ });
  await screen.findByRole('heading', { name: 'Room 12' });
  expect(names()).not.toContain('Chess');
  await userEvent.click(screen.getByRole('button', { name: 'Next week' }));

  expect(heading).toHaveTextContent('Mon 9 – Sun 15 August');
  expect(await screen.findByRole('link', { name: /^Chess/ })).toBeVisible();
  expect(names()).not.toContain('Robots');
  expect(asked).toEqual([
    { from: '2027-08-02', to: '2027-08-08' },
    { from: '2027-08-09', to: '2027-08-15' },
  ]);
  vi.stubGlobal('matchMedia', usual);
});

test('it opens at the month of the next course, or at this one while that runs', () => {
  expect(findFirstDay(sailing, '2027-08-01')).toBe('2027-08-01');
  expect(findFirstDay(sailing, '2027-01-15')).toBe('2027-07-26');
  expect(findFirstDay(chess, '2028-01-15')).toBe('2027-08-11');
});
