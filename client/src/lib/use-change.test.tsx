import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderApp } from '../testing/render.tsx';
import { answer, refuse } from '../testing/server.ts';
import { read, readCount, readPage } from './read.ts';
import { useChange } from './use-change.ts';

/** What the office has on the screen, and a button that marks a message as done. */
function Office() {
  useQuery(readPage('GET /contactMessages', { page: 1, filters: { done: 'false' } }));
  useQuery(readCount('GET /contactMessages', { done: 'false' }));
  useQuery(read('GET /contactMessages/:id', { params: { id: 'a' } }));
  useQuery(read('GET /apiKeys'));
  useQuery(read('GET /popularclass'));
  const marking = useChange('PATCH /contactMessages/:id');
  const mark = () => marking.mutate({ params: { id: 'a' }, body: { isDone: true } });
  return (
    <>
      <button onClick={mark}>Done</button>
      <p>{marking.status}</p>
    </>
  );
}

/** @returns the page, and what was asked since the last look */
async function openOffice() {
  const asked: string[] = [];
  function note<Body>(name: string, body: Body) {
    return () => {
      asked.push(name);
      return body;
    };
  }
  const thread = {
    name: 'Nora',
    email: 'nora@camp.test',
    accountId: null,
    answersArrive: false,
    messages: [],
  };
  answer('GET /contactMessages', note('messages', []));
  answer('GET /contactMessages/:id', note('message', thread));
  answer('GET /apiKeys', note('keys', []));
  answer('GET /popularclass', note('popular', []));
  renderApp(<Office />);
  const look = () => asked.splice(0).sort();
  await waitFor(() => expect(asked).toHaveLength(5));
  look();
  return { asked, look };
}

// First, while the table is not loaded.
test('if nobody can say what the call touches, everything is asked again', async () => {
  vi.doMock('@speakifyr/contract/touches.ts', () => {
    throw new Error('The app has been updated');
  });
  const { asked, look } = await openOffice();
  answer('PATCH /contactMessages/:id', { status: true });
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));

  await waitFor(() => expect(asked).toHaveLength(5));
  expect(look()).toEqual(['keys', 'message', 'messages', 'messages', 'popular']);
  vi.doUnmock('@speakifyr/contract/touches.ts');
  vi.resetModules();
});

test.each([
  ['a change', true, 'success'],
  ['a refusal', false, 'error'],
])('after %s, what the call touches is asked again, and nothing else', async (_, works, end) => {
  const { asked, look } = await openOffice();
  answer('PATCH /contactMessages/:id', () => (works ? { status: true } : refuse('not_found')));
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));

  expect(await screen.findByText(end)).toBeVisible();
  await waitFor(() => expect(asked).toHaveLength(3));
  expect(look()).toEqual(['message', 'messages', 'messages']);
});
