import { LABELS } from '@speakifyr/contract/labels.ts';
import { SCHOOL, setSchool } from '@speakifyr/contract/school.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { provider, providerError } from '../testing/fake-firebase.ts';
import { buildToken, location, renderApp, student } from '../testing/render.tsx';
import { answer, answerUpload, breakConnection, refuse } from '../testing/server.ts';
import { answerTexts } from '../testing/texts.ts';
import { SignUpPage } from './sign-up-page.tsx';
import { slowTest } from '../testing/slow-tests.ts';

const UPLOADED = 'https://images.test/nora.png';
const photo = new File(['png'], 'nora.png', { type: 'image/png' });
const from = { pathname: '/classes', search: '', hash: '', state: null, key: 'k' };

let uploads: FormData[];

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  uploads = [];
  answerUpload((form) => {
    uploads.push(form);
    return { body: { secure_url: UPLOADED, url: 'http://insecure.test/nora.png' } };
  });
  answer('POST /jwt', { token: buildToken(student.email) });
});

function acceptRegistration(email = student.email) {
  const registered: unknown[] = [];
  answer('POST /userList', ({ body }) => {
    registered.push(body);
    answer('GET /userInfo', { ...student, email, isVerified: false });
    return { insertedId: student._id, message: 'Registered' };
  });
  return registered;
}

function renderSignUp(state: unknown = null) {
  return renderApp(
    <Routes>
      <Route path="/signup" element={<SignUpPage />} />
      <Route path="/login" element={<h1>Login page</h1>} />
      <Route path="*" element={<h1>Another page</h1>} />
    </Routes>,
    { at: { pathname: '/signup', state } },
  );
}

type Fields = { name?: string; password?: string; email?: string; file?: File | undefined };

/** Without a file, the drawing that is chosen from the start stays. */
async function fillIn(fields: Fields = {}) {
  const { name = student.name, password = 'summer-camp', email = student.email } = fields;
  const file = 'file' in fields ? fields.file : photo;
  await userEvent.type(screen.getByLabelText('Name'), name);
  if (file) await userEvent.upload(screen.getByLabelText('Photo'), file);
  await userEvent.type(screen.getByLabelText('Email'), email);
  await userEvent.type(screen.getByLabelText('Password'), password);
}

const submit = () => userEvent.click(screen.getByRole('button', { name: LABELS.signUp }));

// Rules: R78, R79, R80, R540.
test('each missing field is reported in the words of the spec', async () => {
  renderSignUp();

  await submit();

  expect(await screen.findByText('Name is required')).toBeVisible();
  for (const [label, message] of [
    ['Name', 'Name is required'],
    ['Email', 'Email is required'],
    ['Password', 'Password is required'],
  ] as const)
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(new RegExp(message));
});

test('the password’s rule is shown in advance and enforced', async () => {
  renderSignUp();
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('At least 6 characters.');

  await fillIn({ password: 'short' });
  await submit();

  expect(await screen.findByText('Please use at least 6 characters')).toBeVisible();
  expect(uploads).toEqual([]);
});

test('a photo is a picture of up to 5 MB', async () => {
  renderSignUp();
  const field = screen.getByLabelText('Photo');

  const pdf = new File(['x'], 'a.pdf', { type: 'application/pdf' });
  // As a browser that lets everything be chosen.
  await userEvent.setup({ applyAccept: false }).upload(field, pdf);
  await submit();
  expect(await screen.findByText(/Please choose a JPEG/)).toBeVisible();

  const large = new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'a.png', { type: 'image/png' });
  await userEvent.upload(field, large);
  expect(await screen.findByText('Please choose a picture of up to 5 MB')).toBeVisible();

  await userEvent.upload(field, photo);
  expect(await screen.findByRole('img', { name: 'Your photo' })).toBeVisible();
});

test('a file that cannot be opened is refused when it is chosen, and together with all other errors', async () => {
  vi.spyOn(globalThis, 'createImageBitmap').mockRejectedValue(new Error('not a picture'));
  renderSignUp();

  await userEvent.upload(
    screen.getByLabelText('Photo'),
    new File(['text'], 'a.png', { type: 'image/png' }),
  );
  expect(await screen.findByText(/We can’t open this picture/)).toBeVisible();
  expect(screen.queryByRole('img', { name: 'Your photo' })).toBeNull();

  await userEvent.type(screen.getByLabelText('Email'), 'nora');
  await userEvent.type(screen.getByLabelText('Password'), 'short');
  await submit();
  for (const [label, message] of [
    ['Name', 'Name is required'],
    ['Photo', 'We can’t open this picture'],
    ['Email', 'This is not an email address'],
    ['Password', 'Please use at least 6 characters'],
  ] as const)
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(new RegExp(message));
  expect(uploads).toEqual([]);
});

test.each(['rösa@x.test', 'ro..sa@x.test', '"ro sa"@x.test', 'rosa@x', 'rosa@-x.test'])(
  'an address that the school can’t take is refused before there is an account: %s',
  async (email) => {
    renderSignUp();
    await fillIn({ email, file: undefined });
    await submit();
    expect(await screen.findByText('This is not an email address')).toBeVisible();
    expect(provider.accounts.size).toBe(0);
  },
);

test.each([
  ['\u202aRosa&Leo@x.test\u202c', 'rosa&leo@x.test'],
  ['a/b@x.test', 'a/b@x.test'],
  ['x#y@x.test', 'x#y@x.test'],
  ['rosa@münchen.test', 'rosa@xn--mnchen-3ya.test'],
])('somebody signs up as %j', async (typed, email) => {
  const registered = acceptRegistration(email);
  answer('POST /jwt', { token: buildToken(email) });
  renderSignUp();
  await fillIn({ email: typed, file: undefined });
  await submit();
  await waitFor(() => expect(registered).toMatchObject([{ email }]));
  expect([...provider.accounts.keys()]).toEqual([email]);
});

test('nobody needs a photo: a drawing is chosen from the start, and nothing is uploaded', async () => {
  const registered = acceptRegistration();
  renderSignUp();
  expect(screen.getByRole('radio', { name: 'Fox' })).toBeChecked();

  await fillIn({ file: undefined });
  await userEvent.click(screen.getByRole('radio', { name: 'Otter' }));
  await submit();

  await screen.findByRole('dialog', { name: 'Account Created Successfully' });
  expect(registered).toMatchObject([{ photo: '/pictures/avatars/otter.svg' }]);
  expect(uploads).toEqual([]);
});

slowTest('a drawing takes the place of a photo that was refused', async () => {
  const registered = acceptRegistration();
  renderSignUp();
  await fillIn({
    file: new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'a.png', { type: 'image/png' }),
  });
  expect(await screen.findByText('Please choose a picture of up to 5 MB')).toBeVisible();

  await userEvent.click(screen.getByRole('radio', { name: 'Bear' }));
  expect(screen.queryByText('Please choose a picture of up to 5 MB')).toBeNull();
  await submit();

  await screen.findByRole('dialog', { name: 'Account Created Successfully' });
  expect(registered).toMatchObject([{ photo: '/pictures/avatars/bear.svg' }]);
});

test('people can also sign up with Google, and first read what they agree to', async () => {
  const registered = acceptRegistration();
  answer('GET /userInfo', () => refuse('not_found'));
  provider.googleAccount = { email: student.email, name: student.name, photo: '' };
  renderSignUp();

  expect(screen.getByRole('link', { name: /^Terms/ })).toHaveAttribute('href', '/terms');
  expect(screen.getByRole('link', { name: /^Privacy policy/ })).toHaveAttribute('href', '/privacy');
  await userEvent.click(screen.getByRole('button', { name: LABELS.google }));

  expect(await screen.findByText('Another page')).toBeVisible();
  expect(registered).toMatchObject([{ email: student.email, name: student.name }]);
});

test('an error of Google’s popup is shown below the form', async () => {
  provider.googleAccount = providerError('auth/popup-blocked');
  renderSignUp();

  await userEvent.click(screen.getByRole('button', { name: LABELS.google }));

  expect(await screen.findByText(/Your browser blocked Google’s popup/)).toBeVisible();
});

test('a new student is made, registered with name and photo, and sent back to the class they wanted', async () => {
  const registered = acceptRegistration();
  renderSignUp({ from, join: 'c'.repeat(24) });

  await fillIn();
  await submit();

  await screen.findByRole('dialog', { name: 'Account Created Successfully' });
  expect(provider.accounts.get(student.email)).toMatchObject({
    name: student.name,
    photo: UPLOADED,
  });
  expect(uploads[0]?.get('upload_preset')).toBe('photos');
  expect(uploads[0]?.get('cloud_name')).toBe('camp');
  // Without being asked.
  await waitFor(() => expect(provider.links).toEqual([student.email]));
  // Once, and never as the half-made account that the provider reports in between.
  expect(registered).toEqual([
    {
      name: student.name,
      photo: UPLOADED,
      email: student.email,
      role: 'student',
      terms: SCHOOL.termsDate,
    },
  ]);
  await waitFor(() =>
    expect(location).toMatchObject({ pathname: '/classes', state: { join: 'c'.repeat(24) } }),
  );
});

slowTest('a sign-up succeeds even if the link that confirms the email cannot be sent', async () => {
  acceptRegistration();
  provider.linkError = providerError('auth/network-request-failed');
  renderSignUp();

  await fillIn();
  await submit();

  await screen.findByRole('dialog', { name: 'Account Created Successfully' });
  await waitFor(() =>
    expect(console.error).toHaveBeenCalledWith('Could not send the link', provider.linkError),
  );
  expect(provider.current?.email).toBe(student.email);
});

slowTest(
  'a photo that the host refuses shows an error at the photo, and nothing is left behind',
  async () => {
    answerUpload(() => ({ status: 400, body: { error: { message: 'Invalid image file' } } }));
    renderSignUp();

    await fillIn();
    await submit();

    expect(await screen.findByText('Please, Upload an Image')).toBeVisible();
    expect(provider.accounts.size).toBe(0);
  },
);

slowTest(
  'a taken email shows an error at the email; the second try does not upload the photo again',
  async () => {
    acceptRegistration();
    provider.accounts.set(student.email, { ...student, password: 'another' });
    renderSignUp();

    await fillIn();
    await submit();
    expect(await screen.findByText(/There is already an account with this email/)).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(/already/);

    provider.accounts.clear();
    await submit();

    expect(await screen.findByText('Another page')).toBeVisible();
    expect(uploads).toHaveLength(1);
  },
);

// Rules: R621.
test('new terms stop a sign-up before there is an account, and the next press agrees to them', async () => {
  const registered = acceptRegistration();
  renderSignUp();
  const { termsDate } = SCHOOL;
  answerTexts('2027-01-15', { terms: '# New' });
  await fillIn();
  await submit();
  expect(
    await screen.findByText(/^Our terms have changed since you opened this page/),
  ).toBeVisible();
  expect(provider.accounts.size).toBe(0);
  expect(screen.getByLabelText('Name')).not.toHaveValue('');
  await submit();
  expect(await screen.findByText('Another page')).toBeVisible();
  expect(registered).toMatchObject([{ terms: '2027-01-15' }]);
  setSchool({ ...SCHOOL, termsDate });
});

test('a sign-up that breaks off leaves nobody half signed in, and says what happened', async () => {
  breakConnection('POST /userList');
  renderSignUp();

  await fillIn();
  await submit();

  expect(await screen.findByText(/We could not reach the camp/)).toBeVisible();
  expect(provider.current).toBeUndefined();
  expect(localStorage.getItem('token')).toBeNull();
});

slowTest('a refusal by the server shows its words', async () => {
  answer('POST /userList', () => refuse('too_many_requests'));
  renderSignUp();

  await fillIn();
  await submit();

  expect(await screen.findByText('Too many tries. Please wait a moment.')).toBeVisible();
});

test('the tab Log in remembers where the person came from', async () => {
  renderSignUp({ from });

  await userEvent.click(screen.getByRole('link', { name: 'Log in' }));

  expect(location.pathname).toBe('/login');
  expect(location.state).toEqual({ from });
});
