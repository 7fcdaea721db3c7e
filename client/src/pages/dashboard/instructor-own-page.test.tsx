import { LABELS } from '@speakifyr/contract/labels.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { useSession } from '../../session/auth.tsx';
import { renderApp, student } from '../../testing/render.tsx';
import { answer, answerUpload, breakConnection, refuse } from '../../testing/server.ts';
import { InstructorOwnPage } from './instructor-own-page.tsx';

const maren = { ...student, name: 'Maren Solbakk', role: 'instructor' as const };
const empty = { photo: '', details: '', isNamed: false };
const photo = new File(['png'], 'maren.png', { type: 'image/png' });
const UPLOADED = 'https://images.test/maren.png';

/** The photo in the navigation bar. */
function PhotoOfSession() {
  return <output>{useSession().user?.photo}</output>;
}

function renderPage() {
  return renderApp(
    <>
      <InstructorOwnPage />
      <PhotoOfSession />
    </>,
    { user: maren },
  );
}

/** @returns what was saved */
function acceptChanges(): unknown[] {
  const saved: unknown[] = [];
  answer('PATCH /myInstructorPage', ({ body }) => {
    saved.push(body);
    const page = { ...empty, ...(body as object) };
    answer('GET /myInstructorPage', page);
    answer('GET /userInfo', { ...maren, photo: page.photo });
    return page;
  });
  return saved;
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save my page' }));

// Rules: R79, R534.
test('an instructor reads what families see, and writes about themselves', async () => {
  answer('GET /myInstructorPage', empty);
  answerUpload(() => ({ body: { secure_url: UPLOADED } }));
  const saved = acceptChanges();
  renderPage();
  expect(await screen.findByText(/families read “More about this instructor soon.”/)).toBeVisible();

  await userEvent.upload(screen.getByLabelText('Photo'), photo);
  await userEvent.type(screen.getByLabelText('About you'), 'I grew up on a fjord.');
  await save();

  await screen.findByRole('dialog', { name: 'Your page is saved' });
  expect(saved).toEqual([{ details: 'I grew up on a fjord.', photo: UPLOADED }]);
  expect(await screen.findByText(/Your page is public/)).toBeInTheDocument();
  // The navigation bar has the new photo without a reload.
  await waitFor(() =>
    expect(screen.getByText(UPLOADED, { selector: 'output' })).toBeInTheDocument(),
  );
});

test('the current text is there to edit, and the photo stays if no other one is chosen', async () => {
  answer('GET /myInstructorPage', {
    photo: maren.photo,
    details: 'Old.',
    isNamed: false,
  });
  const saved = acceptChanges();
  renderPage();

  const text = await screen.findByLabelText('About you');
  expect(text).toHaveValue('Old.');
  expect(screen.getByRole('img', { name: 'Your photo' })).toHaveAttribute('src', maren.photo);
  await userEvent.type(text, ' And new.');
  await save();

  await screen.findByRole('dialog', { name: 'Your page is saved' });
  expect(saved).toEqual([{ details: 'Old. And new.' }]);
});

test('a file that cannot be opened is refused when it is chosen', async () => {
  vi.spyOn(globalThis, 'createImageBitmap').mockRejectedValue(new Error('not a picture'));
  answer('GET /myInstructorPage', empty);
  renderPage();

  await userEvent.upload(
    await screen.findByLabelText('Photo'),
    new File(['text'], 'a.png', { type: 'image/png' }),
  );

  expect(await screen.findByText(/We can’t open this picture/)).toBeVisible();
});

test('if saving fails, the text is still there', async () => {
  answer('GET /myInstructorPage', empty);
  answer('PATCH /myInstructorPage', () => refuse('internal'));
  renderPage();

  await userEvent.type(await screen.findByLabelText('About you'), 'Hello.');
  await save();

  expect(await screen.findByText(/Something went wrong on our side/)).toBeVisible();
  expect(screen.getByLabelText('About you')).toHaveValue('Hello.');
});

test('a page that does not load can be loaded again', async () => {
  breakConnection('GET /myInstructorPage');
  renderPage();

  const retry = await screen.findByRole('button', { name: LABELS.retry });
  answer('GET /myInstructorPage', empty);
  await userEvent.click(retry);

  expect(await screen.findByLabelText('About you')).toBeVisible();
});

test('an assistant lets class pages show their name, and takes it back', async () => {
  answer('GET /myInstructorPage', empty);
  const saved: unknown[] = [];
  answer('PATCH /myInstructorPage', ({ body }) => {
    saved.push(body);
    return { ...empty, ...(body as object) };
  });
  renderPage();
  const named = await screen.findByRole('switch', { name: 'Show my name on the class page' });
  expect(named).not.toBeChecked();
  await userEvent.click(named);
  expect(await screen.findByText('Saved')).toBeVisible();
  expect(named).toBeChecked();
  await userEvent.click(named);
  await waitFor(() => expect(saved).toEqual([{ isNamed: true }, { isNamed: false }]));
  await waitFor(() => expect(named).not.toBeChecked());
});
