import { LABELS } from '@speakifyr/contract/labels.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { AxiosError, AxiosHeaders } from 'axios';
import { afterEach, expect, it, vi } from 'vitest';
import { askForText, confirmAction, showError, showSuccess } from './dialogs.ts';
import { perform } from './use-action.ts';

/** A name that a student once had: a link over the whole screen, and a frame that runs a script. */
const NAME =
  '<a href=//evil style=position:fixed;inset:0>x</a><iframe src=/api/docs></iframe><img src=x onerror=alert(1)>';

/** The server's refusal, with a name in its message. */
const refusal = new AxiosError('', '', undefined, undefined, {
  status: 409,
  statusText: '',
  data: { code: 'conflict', message: `${NAME} has a class` },
  headers: {},
  config: { headers: new AxiosHeaders() },
});

const question = { titleText: `Remove ${NAME}?`, text: `${NAME} leaves`, confirm: `Yes, ${NAME}` };
const textQuestion = {
  ...question,
  label: `Email of ${NAME}`,
  type: 'password' as const,
  check: () => `This is not ${NAME}`,
};
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

/** Every dialog that can show a name, a title or a message from data: what opens it, and what it says. */
const DIALOGS: [string, () => Promise<unknown>, string[]][] = [
  ['a success', () => showSuccess(`${NAME} added as admin`), [`${NAME} added as admin`]],
  ['an error', () => showError(`Not ${NAME}`), [`Not ${NAME}`]],
  [
    'an error with a title',
    () => showError(`Not ${NAME}`, { titleText: `No ${NAME}` }),
    [`Not ${NAME}`, `No ${NAME}`],
  ],
  ['a question', () => confirmAction(question), Object.values(question)],
  [
    'a question for a text',
    () => askForText(textQuestion),
    [question.titleText, question.text, question.confirm, textQuestion.label],
  ],
  [
    'a problem with that text',
    async () => {
      void askForText(textQuestion);
      await click(question.confirm);
    },
    [`This is not ${NAME}`],
  ],
  [
    'a question before an action that succeeds',
    async () => {
      const success = `${NAME} Removed`;
      void perform({ question, act: () => Promise.resolve(), success }, () => undefined);
      await click(question.confirm);
    },
    [`${NAME} Removed`],
  ],
  [
    'a question before an action that the server refuses',
    async () => {
      void perform({ question, act: () => Promise.reject(refusal), success: '' }, () => undefined);
      await click(question.confirm);
    },
    [`${NAME} has a class`],
  ],
  [
    'a question before an action that fails in our own words',
    async () => {
      const told = { success: '', failure: `${NAME} stays` };
      void perform({ question, act: () => Promise.reject(refusal), ...told }, () => undefined);
      await click(question.confirm);
    },
    [`${NAME} stays`],
  ],
];

// Rules: R45, R66.
it.each(DIALOGS)('%s shows HTML in a name as text', async (_dialog, open, texts) => {
  void open();

  for (const text of texts) await waitFor(() => expect(screen.getByText(text)).toBeVisible());
  const { body } = document;
  expect(body.querySelectorAll('a, iframe, img[src], script, [style*="fixed"]')).toHaveLength(0);
});

/** A fresh copy of the dialogs, in a browser that can't load SweetAlert2. */
async function loadOffline() {
  vi.resetModules();
  vi.doMock('sweetalert2', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  return import('./dialogs.ts');
}

afterEach(() => vi.doUnmock('sweetalert2'));

it('an error is shown without the network, and HTML in it is text', async () => {
  const offline = await loadOffline();

  const end = offline.showError(`Not ${NAME}`, { titleText: 'No', action: 'Go there' });

  const dialog = await screen.findByRole('dialog', { name: 'No' });
  expect(dialog).toHaveTextContent(`Not ${NAME}`);
  expect(dialog.querySelectorAll('a, iframe, img')).toHaveLength(0);
  await click('Go there');
  expect(await end).toBe(true);
  expect(dialog).not.toBeInTheDocument();
});

it('a question without the network can be refused, and a short error closes by itself', async () => {
  const offline = await loadOffline();

  const answer = offline.confirmAction(question);
  await click(LABELS.cancel);
  expect(await answer).toBe(false);

  expect(await offline.showError('Full', { timer: 20 })).toBe(false);
});

it('without the network, people read about the connection instead of typing an answer', async () => {
  const offline = await loadOffline();

  const text = offline.askForText(textQuestion);

  expect(await screen.findByRole('dialog', { name: /check your connection/ })).toBeVisible();
  await click(LABELS.ok);
  expect(await text).toBeUndefined();
});

it('a dialog says OK and Cancel unless it has words of its own', async () => {
  const answer = confirmAction({ ...question, confirm: 'Yes & no' });

  expect(await screen.findByText('Yes & no')).toBeInTheDocument();
  await click(LABELS.cancel);
  expect(await answer).toBe(false);
});
