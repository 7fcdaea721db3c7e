import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { useSession } from '../../session/auth.tsx';
import { readAccount } from '../../testing/fake-firebase.ts';
import { findDialog } from '../../testing/find-dialog.ts';
import { renderApp, student } from '../../testing/render.tsx';
import { answer, answerUpload, refuse } from '../../testing/server.ts';
import { ProfilePage } from './profile-page.tsx';

const UPLOADED = 'https://images.test/nora.png';

beforeEach(() => answer('GET /mailTo', null));

/** The name in the navigation bar. */
function NameOfSession() {
  return <output>{useSession().user?.name}</output>;
}

function renderPage(user = student) {
  renderApp(
    <>
      <ProfilePage />
      <NameOfSession />
    </>,
    { user },
  );
}

async function retype(label: string, text: string) {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  if (text) await userEvent.type(field, text);
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save my profile' }));

// Rules: R210, R314.
test('a person changes their name, photo and phone, and the school, the page and the provider have them', async () => {
  const sent: unknown[] = [];
  answer('PATCH /myProfile', ({ body }) => {
    sent.push(body);
    const changed = { ...student, ...(body as object) };
    answer('GET /userInfo', changed);
    return changed;
  });
  answerUpload(() => ({ body: { secure_url: UPLOADED } }));
  renderPage();

  await retype('Name', 'Nora Byron');
  await retype('Phone', '+1 202 555 0143');
  const photo = new File(['png'], 'nora.png', { type: 'image/png' });
  await userEvent.upload(screen.getByLabelText('Photo'), photo);
  await save();

  await screen.findByRole('dialog', { name: 'Your profile is saved' });
  const profile = { name: 'Nora Byron', photo: UPLOADED };
  expect(sent).toEqual([{ ...profile, phone: '+1 202 555 0143' }]);
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Nora Byron'));
  expect(await readAccount()).toMatchObject(profile);
});

test('a birth date that is known can be corrected', async () => {
  renderApp(<ProfilePage />, { at: '/dashboard/profile', user: student });
  const saved: unknown[] = [];
  answer('PATCH /myProfile', ({ body }) => {
    saved.push(body);
    return student;
  });
  const field = await screen.findByLabelText('Birth date');
  await userEvent.clear(field);
  await userEvent.type(field, '1988-04-12');
  await userEvent.click(screen.getByRole('button', { name: 'Save my profile' }));
  await findDialog('Your profile is saved');
  expect(saved).toMatchObject([{ birthDate: '1988-04-12' }]);
});

test('a phone that is known is in the form, and can be removed', async () => {
  const sent: unknown[] = [];
  answer('PATCH /myProfile', ({ body }) => {
    sent.push(body);
    return student;
  });
  renderPage({ ...student, phone: '+1 202 555 0143' });
  expect(await screen.findByLabelText('Phone')).toHaveValue('+1 202 555 0143');
  await retype('Phone', '');
  await save();
  await screen.findByRole('dialog', { name: 'Your profile is saved' });
  expect(sent).toEqual([{ name: student.name, phone: '' }]);
});

test('without a name, or with no phone number for a phone, nothing is sent; the server’s refusal stands in the form', async () => {
  renderPage();
  await retype('Name', ' ');
  await retype('Phone', 'abc');
  await save();
  expect(await screen.findByText('Name is required')).toBeVisible();
  expect(screen.getByText('Please enter a phone number, such as +1 202 555 0143.')).toBeVisible();

  answer('PATCH /myProfile', () => refuse('unavailable'));
  await retype('Name', 'Nora');
  await retype('Phone', '');
  await save();
  expect(await screen.findByText(/We cannot do this right now/)).toBeVisible();
});

test('the link in an email asks where emails should go; only the button confirms it', async () => {
  const sent: unknown[] = [];
  const mailTo = { address: 'nora@y.test', confirmed: false };
  answer('GET /mailTo', mailTo);
  answer('POST /mailTo/confirm', ({ body }) => {
    sent.push(body);
    answer('GET /mailTo', { ...mailTo, confirmed: true });
    return { status: true };
  });
  renderApp(<ProfilePage />, { at: '/dashboard/profile?confirmMail=abc', user: student });
  expect(await screen.findByText('Send my emails to nora@y.test?')).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Yes, send them there' }));
  await findDialog('Your choice is saved');
  expect(sent).toEqual([{ token: 'abc' }]);
  expect(await screen.findByText('Your emails go to nora@y.test.')).toBeInTheDocument();
});

test('emails go to the address of the log-in again', async () => {
  answer('GET /mailTo', { address: 'nora@y.test', confirmed: true });
  answer('DELETE /mailTo', () => {
    answer('GET /mailTo', null);
    return { status: true };
  });
  renderApp(<ProfilePage />, { at: '/dashboard/profile', user: student });
  await userEvent.click(await screen.findByRole('button', { name: 'Use my log-in address again' }));
  await findDialog('Your choice is saved');
  expect(await screen.findByText(`Your emails go to ${student.email}.`)).toBeInTheDocument();
});

test('a link for another account confirms nothing', async () => {
  renderApp(<ProfilePage />, { at: '/dashboard/profile?confirmMail=abc', user: student });
  expect(await screen.findByText(/for another account/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Yes, send them there' })).toBeNull();
});
