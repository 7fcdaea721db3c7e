import type { MyTeam } from '@speakifyr/contract/team.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../testing/render.tsx';
import { answer } from '../../testing/server.ts';
import { TeamDays, TeamsLater, TeamsToday } from './team-days.tsx';

const CLASS = 'c'.repeat(24);

const buildTeam = (changes: Partial<MyTeam>): MyTeam => ({
  ...{ memberId: '1'.repeat(24), classId: CLASS, className: 'Sailing', role: 'substitute' },
  ...{ from: '2032-07-05', to: '2032-07-05', isToday: true, assign_room: 8 },
  ...{ dailyStart: '09:00', dailyEnd: '15:00' },
  ...changes,
});

test('a substitute reads where they are needed today, and gets to its lists', async () => {
  answer('GET /myTeams', [
    buildTeam({}),
    buildTeam({ memberId: '2'.repeat(24), className: 'Kites', isToday: false, role: 'assistant' }),
  ]);
  renderApp(<TeamDays />);

  const today = within(
    await screen.findByRole('region', { name: 'Today you are on the team of Sailing' }),
  );
  expect(today.getByText('As substitute · 9:00 AM – 3:00 PM · Room 8')).toBeVisible();
  const links = today.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual([
    `/dashboard/managecourse/day?class=${CLASS}`,
    `/dashboard/managecourse/care?class=${CLASS}`,
    `/dashboard/managecourse?class=${CLASS}`,
  ]);
  // Not today: no links to what they may not read yet.
  const later = screen.getByRole('listitem');
  expect(later).toHaveTextContent('Kites, as assistant: Mon 5 July 2032');
  expect(within(later).queryByRole('link')).toBeNull();
});

test.each([
  ['an assistant', 'assistant', 1],
  ['a substitute', 'substitute', 0],
] as const)(
  '%s is asked whether families read their name only if they would',
  async (_who, role, times) => {
    answer('GET /myTeams', [buildTeam({ role })]);
    renderApp(
      <>
        <TeamsToday />
        <TeamsLater>
          <p>Show my name</p>
        </TeamsLater>
      </>,
    );
    await screen.findByRole('region', { name: 'Today you are on the team of Sailing' });
    expect(screen.queryAllByText('Show my name')).toHaveLength(times);
  },
);
