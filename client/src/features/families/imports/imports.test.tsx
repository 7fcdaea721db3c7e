import type { ImportState } from '@speakifyr/contract/imports.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { watchDownload } from '../../../testing/watch-download.ts';
import { Imports } from './imports.tsx';

const ID = 'a'.repeat(24);
const PLAN: ImportState = {
  ...{ _id: ID, state: 'planned', total: 1, made: 0, same: 1, left: [] },
  columns: [
    { name: 'Who', examples: ['Ana Sol'], field: 'name' },
    { name: 'Email', examples: ['ana@x.test'], field: 'email' },
    { name: 'Allergies', examples: [], field: 'never' },
  ],
  notes: ['Left out, because health and cards are never imported: “Allergies”.'],
  rows: [
    { line: 2, outcome: 'create', says: 'A new family.' },
    { line: 3, outcome: 'same', says: 'This family is here already.' },
    { ...{ line: 4, outcome: 'problem', says: 'No name.' }, cells: ['', '=1+1', 'Nuts'] },
  ],
};
const DONE: ImportState = {
  ...{ _id: ID, kind: 'families', at: '2027-03-04T10:00:00.000Z', by: 'Ada' },
  ...{ state: 'done', total: 2, made: 2, same: 0 },
  rows: [{ line: 4, outcome: 'problem', says: 'No name.' }],
  left: [
    { _id: '1'.repeat(24), name: 'Ana Sol', hasEmail: true },
    { _id: '2'.repeat(24), name: 'Bo Dahl', hasEmail: false },
  ],
};

const choose = (file: File) => userEvent.upload(screen.getByLabelText('CSV file'), file);
const csv = (text: BlobPart) => new File([text], 'families.csv', { type: 'text/csv' });

// Rules: R616, R617.
test('a file is looked at, its columns corrected, its problems saved, and then it is imported', async () => {
  const sent: Record<string, unknown>[] = [];
  let list: ImportState[] = [];
  answer('GET /imports', () => list);
  answer('POST /imports', ({ body }) => {
    sent.push(body as never);
    if ('run' in (body as object)) list = [{ ...DONE, state: 'running', made: 1 }];
    return PLAN;
  });
  renderApp(<Imports />);
  expect(await screen.findByText('Nothing was imported in the last 7 days.')).toBeVisible();
  // As older Windows programs save it.
  await choose(csv(new Uint8Array([0x4a, 0xf6, 0x72, 0x67])));

  const problems = await screen.findByRole('table', { name: 'Rows with a problem' });
  expect(within(problems).getAllByRole('row')).toHaveLength(2);
  expect(problems).toHaveTextContent('Line 4');
  expect(screen.getByText(/never imported: “Allergies”/)).toBeVisible();
  expect(screen.queryByLabelText('Allergies')).not.toBeInTheDocument();
  expect(screen.getByText('Ana Sol')).toBeVisible();
  const file = watchDownload();
  await userEvent.click(screen.getByRole('button', { name: 'Save 1 row as CSV' }));
  const saved = (await file.read()).lines;
  expect(saved).toContain('"Who","Email","Allergies","Problem"');
  // No formula runs, and nothing about health goes along.
  expect(saved).toContain('"","\'=1+1","","No name."');

  await userEvent.selectOptions(screen.getByLabelText('Who'), 'Phone');
  await userEvent.click(await screen.findByRole('button', { name: 'Import 1 family' }));
  expect(await screen.findByText(/The import has begun/)).toBeVisible();
  expect(await screen.findByText('1 of 2 families so far …')).toBeVisible();
  const text = 'Jörg';
  expect(sent).toMatchObject([
    { kind: 'families', text },
    { kind: 'families', text, columns: ['phone', 'email', 'never'] },
    { kind: 'families', text, columns: ['name', 'email', 'never'], run: true },
  ]);
  expect(sent[2]?.id).toBe(sent[1]?.id);
});

test('a file that is too large or that is none is refused in words', async () => {
  answer('GET /imports', () => []);
  renderApp(<Imports />);
  await choose(csv(new Uint8Array(5_000_001)));
  expect(await screen.findByText('The file has more than 5 MB. Please split it.')).toBeVisible();
  await choose(csv(''));
  expect(await screen.findByText('The file is empty.')).toBeVisible();
  answer('POST /imports', () => refuse('request_used'));
  await choose(csv('Name'));
  await waitFor(() => expect(screen.getByRole('alert')).not.toHaveTextContent('empty'));
});

// Rules: R618.
test('an import is undone after a question; what was touched stays and is named', async () => {
  let list = [DONE];
  const undone: unknown[] = [];
  answer('GET /imports', () => list);
  answer('DELETE /imports/:id', ({ params }) => {
    undone.push(params);
    list = [{ ...DONE, state: 'undone', made: 0, left: DONE.left.slice(0, 1) }];
    return { status: true };
  });
  renderApp(<Imports />);
  expect(await screen.findByText('2 families imported.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  const dialog = await findDialog('Undo this import?');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Undo it' }));
  expect(await screen.findByText('It is undone.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ana Sol' })).toHaveAttribute(
    'href',
    `/dashboard/families/${'1'.repeat(24)}`,
  );
  expect(undone).toEqual([{ id: ID }]);
  expect(screen.queryByRole('button', { name: /Invite/ })).not.toBeInTheDocument();
});

test('families are invited by a press: by email, and by letters with codes', async () => {
  let list = [DONE];
  const sent: unknown[] = [];
  const takeOff = (id: unknown) =>
    (list = list.map((one) => ({ ...one, left: one.left.filter(({ _id }) => _id !== id) })));
  answer('GET /imports', () => list);
  answer('POST /families/:id/messages', ({ params, body }) => {
    sent.push({ ...params, ...(body as object) });
    takeOff(params['id']);
    return { status: true };
  });
  answer('POST /families/:id/claimCode', ({ params }) => {
    takeOff(params['id']);
    return { status: true, code: 'K7QM-2ZPA-9RXC', until: '2027-06-04T10:00:00.000Z' };
  });
  renderApp(<Imports />);
  await userEvent.click(await screen.findByRole('button', { name: 'Invite 2 families' }));
  await userEvent.click(screen.getByRole('button', { name: 'Email 1 family' }));
  expect(await screen.findByText(/1 email is on the way/)).toBeVisible();
  expect(sent).toMatchObject([{ id: '1'.repeat(24), text: expect.stringContaining('/signup') }]);
  await userEvent.click(await screen.findByRole('button', { name: 'Write 1 letter' }));
  const letters = await screen.findByRole('article', { name: 'Letters' });
  expect(letters).toHaveTextContent('Dear Bo Dahl');
  expect(letters).toHaveTextContent('K7QM-2ZPA-9RXC');
});
