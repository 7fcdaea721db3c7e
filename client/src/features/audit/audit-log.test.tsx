import type { AuditEntry } from '@speakifyr/contract/audit.ts';
import { AUDIT_SEARCH_DAYS } from '@speakifyr/contract/limits.ts';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { location, renderApp } from '../../testing/render.tsx';
import { answer, breakConnection, pageOf } from '../../testing/server.ts';
import { AuditLog } from './audit-log.tsx';

const promotion: AuditEntry = {
  _id: 'one',
  who: 'admin@speakifyr.test',
  action: 'make admin',
  target: 'nora@speakifyr.test',
  before: { role: 'student' },
  after: { role: 'admin' },
  at: '2027-07-01T10:00:00.000Z',
};

test('an entry says who did what to whom, and what changed', async () => {
  answer('GET /auditLog', [promotion]);
  renderApp(<AuditLog />);

  expect(await screen.findByText('Make admin')).toBeVisible();
  expect(screen.getByText('admin@speakifyr.test')).toBeVisible();
  expect(screen.getByText('nora@speakifyr.test')).toBeVisible();
  expect(screen.getByText('Role:').closest('li')).toHaveTextContent(/student.*is now admin/);
});

test('search and page go to the server and into the address', async () => {
  const asked: Record<string, string>[] = [];
  answer('GET /auditLog', ({ query }) => {
    asked.push(query);
    return pageOf([promotion], 30);
  });
  renderApp(<AuditLog />, { at: '/dashboard/auditLog' });

  await userEvent.click(await screen.findByRole('link', { name: 'Page 3' }));
  expect(location.search).toBe('?page=3');
  const field = screen.getByLabelText('Search by person or action');
  expect(field).toHaveAccessibleDescription(`Searches the last ${AUDIT_SEARCH_DAYS} days`);
  await userEvent.type(field, 'nora{Enter}');

  expect(await screen.findByText('30 entries found for “nora”')).toBeVisible();
  expect(location.search).toBe('?search=nora');
  expect(asked.at(-1)).toEqual({ search: 'nora', page: '1', size: '12' });
});

test('an empty log says so', async () => {
  answer('GET /auditLog', []);
  renderApp(<AuditLog />);

  expect(await screen.findByText('No activity yet')).toBeVisible();
});

test('a failed load says so', async () => {
  breakConnection('GET /auditLog');
  renderApp(<AuditLog />);

  expect(await screen.findByText('The audit log could not be loaded')).toBeVisible();
});
