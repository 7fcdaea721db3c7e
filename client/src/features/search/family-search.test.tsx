import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { location, renderApp } from '../../testing/render.tsx';
import { answer, breakConnection } from '../../testing/server.ts';
import { FamilySearch } from './family-search.tsx';

const CLASS = 'c'.repeat(24);
const PARENT = '1'.repeat(24);

function answerSearch(names: string[]) {
  answer('GET /search', {
    ...{ children: [], classes: [], seats: [], payments: [], papers: [] },
    parents: names.map((name) => ({
      ...{ _id: PARENT, name, email: 'nora@x.test', role: 'student', isRemoved: false },
    })),
  });
}

// Rules: R220.
test('the search is in the address, and a family keeps the class for which a child is to be allowed', async () => {
  answerSearch(['Nora Byron']);
  renderApp(<FamilySearch />, { at: `/dashboard/families?class=${CLASS}` });

  await userEvent.type(screen.getByLabelText('Search families'), 'nora{Enter}');

  expect(await screen.findByRole('link', { name: 'Nora Byron' })).toHaveAttribute(
    'href',
    `/dashboard/families/${PARENT}?class=${CLASS}`,
  );
  expect(location.search).toBe(`?class=${CLASS}&search=nora`);
});

test('nobody found says so', async () => {
  answerSearch([]);
  renderApp(<FamilySearch />, { at: '/dashboard/families?search=nobody' });
  expect(await screen.findByText('Nothing found')).toBeVisible();
});

test('without a connection it says so and can be tried again', async () => {
  breakConnection('GET /search');
  renderApp(<FamilySearch />, { at: '/dashboard/families?search=nora' });
  await screen.findByText('The search did not work');
  answerSearch(['Nora Byron']);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('link', { name: 'Nora Byron' })).toBeVisible();
});
