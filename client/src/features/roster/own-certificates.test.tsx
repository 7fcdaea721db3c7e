import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../testing/render.tsx';
import { answer, breakConnection } from '../../testing/server.ts';
import { OwnCertificates } from './own-certificates.tsx';

test('an instructor reads what the school has of their certificates, and which one has ended', async () => {
  answer('GET /myCertificates', [
    {
      ...{ _id: '1'.repeat(24), kind: 'background_check', name: '', result: 'clear' },
      ...{ on: '2020-05-04', expiresOn: null },
    },
    {
      ...{ _id: '2'.repeat(24), kind: 'other', name: 'Lifeguard', result: null },
      ...{ on: '2020-05-03', expiresOn: '2022-05-03' },
    },
  ]);
  renderApp(<OwnCertificates />);

  expect(await screen.findByText('Lifeguard ended on 3 May 2022')).toBeVisible();
  const [check, lifeguard] = screen.getAllByRole('listitem');
  expect(check).toHaveTextContent('Background check: clear, dated 4 May 2020, no end date');
  expect(lifeguard).toHaveTextContent('Lifeguard: dated 3 May 2020, valid until 3 May 2022');
});

test('a failed load says so', async () => {
  breakConnection('GET /myCertificates');
  renderApp(<OwnCertificates />);

  expect(await screen.findByText('Your certificates could not be loaded')).toBeVisible();
});
