import type { AuditEntry } from '@speakifyr/contract/audit.ts';
import { AUDIT_SEARCH_DAYS } from '@speakifyr/contract/limits.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { location, renderApp, student } from '../../testing/render.tsx';
import { answer, breakConnection, pageOf } from '../../testing/server.ts';
import { watchDownload } from '../../testing/watch-download.ts';
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

beforeEach(() => {
  answer('GET /userList', [
    { ...student, role: 'admin', email: 'admin@speakifyr.test', otherSignIn: null },
  ]);
});

test('an entry says who did what to whom, and what changed', async () => {
  answer('GET /auditLog', [promotion]);
  renderApp(<AuditLog />);

  expect(await screen.findByText('Make admin', { selector: 'td *' })).toBeVisible();
  expect(screen.getByRole('cell', { name: 'admin@speakifyr.test' })).toBeVisible();
  expect(screen.getByText('nora@speakifyr.test')).toBeVisible();
  expect(screen.getByText('Role:').closest('li')).toHaveTextContent(/student.*is now admin/);
});

test('search and page go to the server and into the address', async () => {
  const asked: Record<string, string>[] = [];
  answer('GET /auditLog', ({ query }) => {
    asked.push(query);
    return pageOf([promotion], 260);
  });
  renderApp(<AuditLog />, { at: '/dashboard/auditLog' });

  await userEvent.click(await screen.findByRole('link', { name: 'Page 2' }));
  expect(location.search).toBe('?page=2');
  // A long list goes to any page by its number, and to the last one at most.
  await userEvent.type(screen.getByLabelText('Page'), '7{Enter}');
  await waitFor(() => expect(location.search).toBe('?page=7'));
  await userEvent.type(screen.getByLabelText('Page'), '99');
  await userEvent.click(screen.getByRole('button', { name: 'Go' }));
  await waitFor(() => expect(location.search).toBe('?page=11'));
  const field = screen.getByLabelText('Search by person or action');
  expect(field).toHaveAccessibleDescription(`Searches the last ${AUDIT_SEARCH_DAYS} days`);
  await userEvent.type(field, 'nora{Enter}');

  expect(await screen.findByText('260 entries found for “nora”')).toBeVisible();
  expect(location.search).toBe('?search=nora');
  expect(asked.at(-1)).toEqual({ search: 'nora', page: '1', size: '25' });
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

test('who, action, target and days are filters in the address', async () => {
  const asked: Record<string, string>[] = [];
  answer('GET /auditLog', ({ query }) => {
    asked.push(query);
    return pageOf([promotion], 1);
  });
  renderApp(<AuditLog />, { at: '/dashboard/auditLog?from=2027-01-01' });

  await screen.findByRole('option', { name: 'admin@speakifyr.test' });
  await userEvent.selectOptions(screen.getByLabelText('Who'), 'admin@speakifyr.test');
  await userEvent.selectOptions(screen.getByLabelText('Action'), 'Make admin');
  await userEvent.type(screen.getByLabelText('Target'), 'nora');

  const wanted = {
    from: '2027-01-01',
    who: 'admin@speakifyr.test',
    action: 'make admin',
    target: 'nora',
  };
  await waitFor(() => expect(asked.at(-1)).toEqual({ ...wanted, page: '1', size: '25' }));
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual(wanted);
  expect(await screen.findByText('1 entry found')).toBeVisible();
});

test('the CSV file says what changed', async () => {
  const file = watchDownload();
  answer('GET /auditLog', [promotion]);
  renderApp(<AuditLog />);
  await screen.findByText('Make admin', { selector: 'td *' });

  await userEvent.click(screen.getByRole('button', { name: /^Export CSV/ }));

  expect((await file.read()).lines).toEqual([
    '"Day","Time","Who","Action","Target","Changes"',
    '"2027-07-01","4:00 PM","admin@speakifyr.test","Make admin","nora@speakifyr.test","Role: student → admin"',
  ]);
});
