import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { AppRoutes } from '../app/routes.tsx';
import { renderApp } from '../testing/render.tsx';
import { answer, breakConnection, refuse } from '../testing/server.ts';

type Choice = 'reminders' | 'news' | 'campDay';

/** A token like the server's, without a real signature. */
function buildToken(choice: string): string {
  const claims = { sub: 'a'.repeat(24), choice };
  return ['{"alg":"HS256"}', JSON.stringify(claims), 'signature'].map(btoa).join('.');
}

/** @returns the tokens that were sent */
function openPage(token: string | undefined, choice: Choice = 'news') {
  const sent: unknown[] = [];
  answer('POST /mailOptOut', ({ query }) => {
    sent.push(query['token']);
    return { choice };
  });
  const search = token === undefined ? '' : `?token=${encodeURIComponent(token)}`;
  renderApp(<AppRoutes />, { at: `/emails/turn-off${search}` });
  return sent;
}

// Rules: R83.
test.each([
  ['reminders', 'Turn off reminders', 'Reminders are off'],
  ['news', 'Turn off these emails', 'News from the school is off'],
  ['campDay', 'Turn off these emails', 'Emails about arrival and pick-up are off'],
] as const)(
  'somebody who is not signed in turns off %s, but only with the button',
  async (choice, label, done) => {
    const token = buildToken(choice);
    const sent = openPage(token, choice);
    const button = await screen.findByRole('button', { name: label });
    expect(sent).toEqual([]);

    await userEvent.click(button);

    expect(await screen.findByRole('heading', { level: 1, name: done })).toHaveFocus();
    expect(sent).toEqual([token]);
    expect(screen.getByText(/You can turn these emails back on/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Messages' })).toHaveAttribute(
      'href',
      '/dashboard/myMessages',
    );
  },
);

test.each([undefined, '', 'cut', buildToken('receipts')])(
  'a link that is not one of ours says so: %s',
  async (token) => {
    const sent = openPage(token);

    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /Turn off/ })).not.toBeInTheDocument();
    expect(sent).toEqual([]);
  },
);

test('a link that the server refuses says so', async () => {
  openPage(buildToken('news'));
  answer('POST /mailOptOut', () => refuse('link_invalid'));

  await userEvent.click(await screen.findByRole('button', { name: 'Turn off these emails' }));

  expect(await screen.findByRole('heading', { name: 'This link does not work' })).toHaveFocus();
});

test('without a connection nothing is claimed, and the button is still there', async () => {
  openPage(buildToken('news'));
  breakConnection('POST /mailOptOut');

  await userEvent.click(await screen.findByRole('button', { name: 'Turn off these emails' }));

  expect(await screen.findByRole('alert')).toHaveTextContent('We could not reach the camp');
  expect(screen.getByRole('button', { name: 'Turn off these emails' })).toBeEnabled();
});
