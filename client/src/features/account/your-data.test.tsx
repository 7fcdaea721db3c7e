import { LABELS } from '@speakifyr/contract/labels.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { useSession } from '../../session/auth.tsx';
import { TOKEN_KEY } from '../../session/session-token.ts';
import { provider, providerError } from '../../testing/fake-firebase.ts';
import { readText } from '../../testing/read-text.ts';
import { location, renderApp, student } from '../../testing/render.tsx';
import { answer, refuse, type SentCall } from '../../testing/server.ts';
import { buildEnrolled } from '../enrollment/changes/change-seat.testing.ts';
import { buildChild, buildChildDetails } from '../families/children/children.testing.ts';
import { YourData } from './your-data.tsx';
import { slowTest } from '../../testing/slow-tests.ts';

const PASSWORD = 'sunny-lake-7';

function Page() {
  const { user } = useSession();
  return user ? <YourData user={user} /> : <p>Nobody is signed in</p>;
}

function renderPage(user = student) {
  provider.accounts.set(user.email, { ...user, password: PASSWORD });
  answer('GET /myEnrolledClass', []);
  answer('GET /myChildren', { children: [], invitations: [] });
  return renderApp(<Page />, { at: '/dashboard/student', user });
}

/** Answers the deletion, and records what was sent. */
function answerDeletion(
  given: Parameters<typeof answer<'DELETE /myAccount'>>[1] = { status: true },
) {
  const sent: SentCall[] = [];
  answer('DELETE /myAccount', (call) => {
    sent.push(call);
    return typeof given === 'function' ? given(call) : given;
  });
  return sent;
}

/** Waits until the dialog's field is visible, not only in the page. */
async function findField(label: string | RegExp): Promise<HTMLElement> {
  const field = await screen.findByLabelText(label);
  await waitFor(() => expect(field).toBeVisible());
  return field;
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

const KEPT = {
  madeAt: '2026-11-21T10:00:00.000Z',
  mergeAsked: null,
  profile: {
    name: student.name,
    email: student.email,
    photo: student.photo,
    role: student.role,
    details: '',
    registeredAt: '2026-11-01T10:00:00.000Z',
    agreedTerms: null,
    phone: null,
    birthDate: null,
    isNamed: false,
    isVerified: true,
    uid: 'the-account-at-the-provider',
    savedCard: null,
  },
  heldSeats: [],
  waiting: [],
  recentHolds: [],
  enrollments: [],
  attendance: [],
  safetyRecords: [],
  payments: [],
  cancellations: [],
  credit: { currency: 'USD', available: 0, refundable: 0, lines: [] },
  moves: [],
  creditNotes: [],
  statements: [],
  children: [],
  invitations: [],
  teaches: [],
  certificates: [],
  teams: [],
  messages: [],
  mail: { reminders: true, news: true, campDay: false },
  mailTo: null,
  messagesFromSchool: [],
  agreements: [],
  forms: [],
  aid: [],
  acts: [],
};

async function confirmByEmail(email = student.email) {
  await press(LABELS.deleteAccount);
  await userEvent.type(await findField('Type your email to confirm'), email);
  await press(LABELS.continue);
}

async function giveWay(password = PASSWORD) {
  await userEvent.type(await findField('Password'), password);
  await userEvent.keyboard('{Enter}');
}

// Rules: R537.
test('after a new sign-in, everyone can download what is stored about them as a file', async () => {
  const sent: unknown[] = [];
  answer('POST /myData', ({ body }) => {
    sent.push(body);
    return KEPT;
  });
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:data';
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  renderPage();

  await press(LABELS.downloadData);
  await giveWay('wrong');
  expect(await screen.findByText('Wrong email or password')).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.clear(await findField('Password'));
  await giveWay();

  await waitFor(() => expect(saved).toHaveLength(1));
  expect(sent).toEqual([{ email: student.email, idToken: `fresh-id-token-of-${student.email}` }]);
  expect(click.mock.contexts[0]).toMatchObject({ download: 'my-data.json' });
  expect(JSON.parse(await readText(saved[0]))).toEqual(KEPT);
});

test('a failed download shows the reason', async () => {
  answer('POST /myData', () => refuse('unavailable'));
  renderPage();

  await press(LABELS.downloadData);
  await giveWay();

  await screen.findByText('We cannot do this right now. Please try again in a moment.');
});

test('nothing is downloaded if the person cancels', async () => {
  renderPage();

  await press(LABELS.downloadData);
  await findField('Password');
  await press(LABELS.cancel);

  await waitFor(() =>
    expect(screen.getByRole('button', { name: LABELS.downloadData })).toBeEnabled(),
  );
});

test.each(['instructor', 'admin'] as const)(
  'an %s reads how their account can be removed',
  async (role) => {
    renderPage({ ...student, role });

    expect(
      await screen.findByText(
        role === 'admin'
          ? /You can’t delete an admin’s account here/
          : /first ask an admin to unassign your class/,
      ),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: LABELS.deleteAccount })).toBeNull();
  },
);

test('a student types their email, signs in again, and is deleted here and at the provider', async () => {
  renderPage();
  const sent = answerDeletion();

  await confirmByEmail();
  await findField('Password');
  const [last] = screen.getAllByRole('button', { name: LABELS.deleteAccount }).slice(-1);
  expect(last).toHaveClass('btn-error');
  await giveWay();

  await screen.findByText('Your account has been deleted');
  expect(sent).toMatchObject([
    { body: { email: student.email, idToken: `fresh-id-token-of-${student.email}` } },
  ]);
  await waitFor(() => expect(location.pathname).toBe('/'));
  expect(screen.getByText('Nobody is signed in')).toBeInTheDocument();
  expect(provider.accounts.has(student.email)).toBe(false);
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
});

test('a guardian who paid nothing reads with whom the child’s seat stays', async () => {
  renderPage();
  const mia = buildChild({ name: 'Mia Berg' });
  answer('GET /myChildren', { children: [mia], invitations: [] });
  const ida = { _id: 'c'.repeat(24), name: 'Ida Berg', email: null, isYou: false };
  const guardians = [{ ...ida, may: ['see' as const, 'book' as const], canRemove: false }];
  answer('GET /myChildren/:id', buildChildDetails({ ...mia, guardians }));
  const seat = buildEnrolled({ childId: mia._id, student_name: mia.name });
  answer('GET /myEnrolledClass', [{ ...seat, isPayer: false, paidBy: 'Ida Berg' }]);

  await press(LABELS.deleteAccount);

  const text = await screen.findByText(/Paid or booked by somebody else, so it stays as it is: /);
  expect(text).toHaveTextContent(/for Mia .* by Ida Berg\./);
  expect(text).not.toHaveTextContent(/You have paid|no refund/);
});

slowTest('another email or a wrong password deletes nothing, and can be corrected', async () => {
  renderPage();
  const sent = answerDeletion();

  await confirmByEmail('somebody@else.test');
  expect(await screen.findByText(`This is not ${student.email}`)).toBeVisible();
  await userEvent.clear(await findField('Type your email to confirm'));
  await userEvent.type(await findField('Type your email to confirm'), student.email.toUpperCase());
  await press(LABELS.continue);
  await giveWay('wrong');
  expect(await screen.findByText('Wrong email or password')).toBeVisible();
  expect(sent).toEqual([]);

  await press(LABELS.cancel);
  expect(await screen.findByRole('button', { name: LABELS.downloadData })).toBeEnabled();
  expect(provider.accounts.has(student.email)).toBe(true);
});

test('a Google user signs in again at Google', async () => {
  renderPage();
  provider.accounts.clear();
  provider.googleAccount = { email: student.email, name: student.name, photo: '' };
  const sent = answerDeletion();

  await confirmByEmail();
  await screen.findByText(/Google will ask you to sign in/);
  const [confirm] = screen.getAllByRole('button', { name: LABELS.deleteAccount }).slice(-1);
  await waitFor(() => expect(confirm).toBeVisible());
  // The last step is red.
  expect(confirm).toHaveClass('btn-error');
  await userEvent.click(confirm!);

  await screen.findByText('Your account has been deleted');
  expect(sent).toHaveLength(1);
});

slowTest('a refusal changes nothing and shows the reason', async () => {
  renderPage();
  answerDeletion(() => refuse('sign_in_again'));

  await confirmByEmail();
  await giveWay();

  await screen.findByText('Sign in again to confirm it’s you.');
  expect(location.pathname).toBe('/dashboard/student');
  expect(screen.getByText('Your data')).toBeInTheDocument();
  expect(provider.accounts.has(student.email)).toBe(true);
});

test('a refusal that ends the session leaves nobody signed in', async () => {
  renderPage();
  answerDeletion(() => refuse('not_allowed'));

  await confirmByEmail();
  await giveWay();

  await waitFor(() => expect(localStorage.getItem(TOKEN_KEY)).toBeNull());
  expect(await screen.findByText('Nobody is signed in')).toBeVisible();
  expect(provider.current).toBeUndefined();
});

test('if the log-in cannot be deleted, the person reads so and is signed out', async () => {
  renderPage();
  answerDeletion();
  provider.deleteError = providerError('auth/network-request-failed');

  await confirmByEmail();
  await giveWay();

  await screen.findByText(/Your data is deleted, but your log-in is not/);
  expect(provider.current).toBeUndefined();
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
});

// Rules: R621.
test('what somebody agreed to is asked for once they open it, and each is read in the words of then', async () => {
  const at = '2026-11-29T08:00:00.000Z';
  answer('GET /myAgreements', [
    { name: 'healthConsent', version: '2026-11-29', at, about: 'Mia Berg' },
    // From before the version was recorded.
    { name: 'partsConsent', version: '', at, about: 'I pay $50 now.' },
    { name: 'partsConsent', version: '2026-11-29.2', at, about: 'I pay $60 now.' },
  ]);
  answer('GET /texts/:name', ({ query }) => ({
    version: query['version'] ?? '',
    parts: [{ tag: 'p', parts: ['We keep it of {{child}}.'] }],
  }));
  renderApp(<YourData user={student} />);
  await userEvent.click(screen.getByText('What you agreed to'));
  await userEvent.click(
    await screen.findByText('Health of Mia Berg, agreed on 29 November 2026: version 2026-11-29'),
  );
  expect(await screen.findByText('We keep it of Mia Berg.')).toBeVisible();
  await userEvent.click(screen.getByText('Paying in parts, agreed on 29 November 2026'));
  expect(await screen.findByText('I pay $50 now.')).toBeVisible();
  await userEvent.click(
    screen.getByText('Paying in parts, agreed on 29 November 2026: version 2026-11-29.2'),
  );
  expect(await screen.findByText('I pay $60 now.')).toBeVisible();
});
