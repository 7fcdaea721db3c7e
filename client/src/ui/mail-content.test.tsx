import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { location, renderApp } from '../testing/render.tsx';
import { MailContent } from './mail-content.tsx';

const content = {
  subject: 'Sailing has changed',
  greeting: 'Hi Rosa,',
  parts: [
    { kind: 'text' as const, text: 'The class starts one day later.' },
    {
      kind: 'facts' as const,
      facts: [
        { label: 'Starts', value: '03/08/2027', was: '02/08/2027' },
        { label: 'Room', value: '8' },
      ],
    },
    { kind: 'list' as const, items: ['A hat', 'A towel'] },
    { kind: 'quote' as const, text: 'See <b>you</b>!\nMaren' },
    { kind: 'link' as const, label: 'See your class', path: '/dashboard/enroll' },
  ],
};

// Rules: R82.
test('an email has its greeting, its texts, and what was true before a change', () => {
  renderApp(<MailContent content={content} />);

  expect(screen.getByText('Hi Rosa,')).toBeVisible();
  expect(screen.getByText('The class starts one day later.')).toBeVisible();
  const [starts, room] = screen.getAllByRole('definition');
  expect(starts).toHaveTextContent('03/08/2027Before: 02/08/2027');
  expect(within(starts!).getByRole('deletion')).toHaveTextContent('02/08/2027');
  expect(room).toHaveTextContent(/^8$/);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'A hat',
    'A towel',
  ]);
});

test('what somebody wrote stays text, with its line breaks', () => {
  renderApp(<MailContent content={content} />);

  expect(screen.getByRole('blockquote').textContent).toBe('See <b>you</b>!\nMaren');
  expect(screen.getByRole('blockquote')).toHaveClass('whitespace-pre-line');
});

test('its button leads to a page of the app without a reload', async () => {
  renderApp(<MailContent content={content} />);

  await userEvent.click(screen.getByRole('link', { name: 'See your class' }));

  expect(location.pathname).toBe('/dashboard/enroll');
});
