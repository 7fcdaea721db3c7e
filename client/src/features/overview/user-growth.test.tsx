import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../testing/render.tsx';
import { answer, breakConnection } from '../../testing/server.ts';
import { UserGrowth } from './user-growth.tsx';

const email = 'admin@speakifyr.test';

function renderGrowth(userGrowth: number | null) {
  answer('GET /adminStats', {
    adminInfo: { photo: '', name: 'Alma Winterbourne', email },
    ...{ totalClasses: 0, totalEnrolledClass: 0, totalUser: 3, userGrowth, totalTransaction: 0 },
    ...{ earningsByDay: [], waiting: { people: 0, lost: 0 }, fillByClass: [] },
  });
  return renderApp(<UserGrowth email={email} />);
}

// Rules: R208.
test.each([
  [21, '21% more than last month'],
  [1_250, '1,250% more than last month'],
  [-7, '7% fewer than last month'],
  [0, 'As many as last month'],
])('a growth of %i percent has its words', async (growth, words) => {
  renderGrowth(growth);
  expect(await screen.findByText(words)).toBeVisible();
});

test('nothing is said if there is nothing to compare with', async () => {
  const { container } = renderGrowth(null);
  await waitFor(() => expect(container.querySelector('.skeleton')).toBeNull());
  expect(screen.queryByText(/last month/)).toBeNull();
});

test('nothing is said if the figures cannot be read', async () => {
  breakConnection('GET /adminStats');
  const { container } = renderApp(<UserGrowth email={email} />);
  await waitFor(() => expect(container.querySelector('.skeleton')).toBeNull());
  expect(screen.queryByText(/last month/)).toBeNull();
});
