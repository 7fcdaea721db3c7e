import { LABELS } from '@speakifyr/contract/labels.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useFieldArray, useForm } from 'react-hook-form';
import { Link, Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { RequireUser } from '../app/guards.tsx';
import { Child } from '../features/families/children/child.tsx';
import { buildChildDetails } from '../features/families/children/children.testing.ts';
import { AskForm } from '../features/prices/aid/ask-form.tsx';
import { ClassRecords } from '../features/safety/class-records.tsx';
import { call } from '../lib/api.ts';
import { useSession } from '../session/auth.tsx';
import { TOKEN_KEY } from '../session/session-token.ts';
import { provider } from '../testing/fake-firebase.ts';
import { buildToken, location, renderApp, student } from '../testing/render.tsx';
import { answer, refuse } from '../testing/server.ts';
import { oneOrAll } from '../testing/slow-tests.ts';
import { Field, SelectField, TextAreaField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { KeptNote } from '../ui/kept-note.tsx';
import { SubmitButton } from '../ui/submit-button.tsx';
import { useCallForm } from '../ui/use-call-form.ts';
import { LoginPage } from './login-page.tsx';

/** A session that ends by itself takes nothing along that was typed. R550 */

const PASSWORD = 'summer-camp';
const CHILD = 'b'.repeat(24);
const CHILD_PAGE = `/dashboard/children/${CHILD}`;
const other = { ...student, _id: '9'.repeat(24), name: 'Ben Ahlers', email: 'ben@speakifyr.test' };

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  for (const { name, photo, email } of [student, other])
    provider.accounts.set(email, { name, photo, email, password: PASSWORD });
});

/** One field of each kind. */
function Kinds() {
  const form = useForm({
    defaultValues: {
      ...{ line: '', text: 'As it was', choice: 'a', tick: false, way: 'bus', password: '' },
      rows: [{ what: 'First' }],
    },
  });
  const rows = useFieldArray({ control: form.control, name: 'rows' });
  const save = () => call('GET /userStats', { query: { email: student.email } });
  return (
    <Form form={form} onSubmit={save}>
      <Field label="Line" {...form.register('line')} />
      <TextAreaField label="Text" {...form.register('text')} />
      <SelectField label="Choice" {...form.register('choice')}>
        <option value="a">A</option>
        <option value="b">B</option>
      </SelectField>
      <label>
        <input type="checkbox" {...form.register('tick')} /> Tick
      </label>
      <label>
        <input type="radio" value="bus" {...form.register('way')} /> Bus
      </label>
      <label>
        <input type="radio" value="foot" {...form.register('way')} /> Foot
      </label>
      <Field label="Password now" type="password" {...form.register('password')} />
      {rows.fields.map(({ id }, index) => (
        <Field key={id} label={`Row ${index}`} {...form.register(`rows.${index}.what`)} />
      ))}
      <button type="button" onClick={() => rows.append({ what: '' })}>
        Add a row
      </button>
      <SubmitButton>Save</SubmitButton>
    </Form>
  );
}

/** The same form for two families, as in the rows of a list. */
function Notes() {
  return (
    <>
      <Note family="first" />
      <Note family="second" />
    </>
  );
}

function Note({ family }: { family: string }) {
  const form = useCallForm('POST /families/:id/notes', {
    defaultValues: { text: '' },
    toInput: (body) => ({ params: { id: family }, body }),
  });
  const save = () => call('GET /userStats', { query: { email: student.email } });
  return (
    <Form form={form} onSubmit={save}>
      <TextAreaField label={`Note on the ${family}`} {...form.register('text')} />
      <SubmitButton>{family === 'first' ? 'Other' : 'Save'}</SubmitButton>
    </Form>
  );
}

const DAY = '2026-07-06';

/** The records of a class's day, in which there is Mia. */
function answerRecords(numbers: string[]) {
  const records = numbers.map((number) => ({
    ...{ _id: `2f5b1cde-7a60-4b52-9d3f-0b1d2c3e4f5${number}`, className: 'Sailing', day: DAY },
    ...{ personId: CHILD, name: 'Mia', at: `${DAY}T04:35:00.000Z`, by: 'Mina Rahman', dose: null },
    incident: { what: 'A fall', where: '', treatment: '', witness: '', parentsToldAt: null },
    addenda: [],
  }));
  answer('GET /classRecords/:classId/:day', {
    people: [{ personId: CHILD, name: 'Mia', medicines: [] }],
    records,
  });
}

function Frame({ children }: { children: React.ReactNode }) {
  const { logOut } = useSession();
  return (
    <>
      <KeptNote />
      <button type="button" onClick={() => void logOut()}>
        Leave
      </button>
      <Link to="/dashboard/other">Another page</Link>
      {children}
    </>
  );
}

function open(page: React.ReactNode, at: string) {
  return renderApp(
    <Routes>
      <Route path="/login" element={<LoginPage />} />
      <Route path="/" element={<p>Home</p>} />
      <Route element={<RequireUser />}>
        <Route path={at} element={<Frame>{page}</Frame>} />
        <Route path="/dashboard/other" element={<Link to={at}>Back to the form</Link>} />
      </Route>
    </Routes>,
    { at, user: student },
  );
}

const openKinds = () => open(<Kinds />, '/dashboard/form');

/** The ways in which a session ends that the person did not ask for here. */
const ENDS: [string, () => Promise<void>][] = [
  [
    'refused on Save: the password was changed elsewhere',
    async () => {
      answer('GET /userStats', () => refuse('session_expired'));
      answer('PUT /myChildren/:id/health', () => refuse('session_expired'));
      answer('POST /myAid', () => refuse('session_expired'));
      answer('POST /incidents', () => refuse('session_expired'));
      answer('POST /addenda/:recordId', () => refuse('session_expired'));
      answer('POST /jwt', () => refuse('address_changed'));
      await userEvent.click(screen.getByRole('button', { name: /^(Save|Send|Ask)/ }));
    },
  ],
  [
    'logged out in another tab',
    async () => {
      localStorage.removeItem(TOKEN_KEY);
      act(() => void window.dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY })));
    },
  ],
  [
    'the log-in service says that nobody is there',
    async () => act(() => provider.setCurrent(undefined)),
  ],
];

async function logIn(person = student) {
  await waitFor(() => expect(location.pathname).toBe('/login'));
  answer('POST /jwt', { token: buildToken(person.email) });
  answer('GET /userInfo', person);
  answer('GET /userList/admin/:email', { admin: false });
  answer('GET /isInstructor', false);
  await userEvent.type(await screen.findByLabelText('Email'), person.email);
  await userEvent.type(screen.getByLabelText('Password'), PASSWORD);
  await userEvent.click(screen.getByRole('button', { name: LABELS.login }));
}

async function fillInKinds() {
  await userEvent.type(await screen.findByLabelText('Line'), 'Peanuts');
  await userEvent.type(screen.getByLabelText('Text'), ', and more');
  await userEvent.selectOptions(screen.getByLabelText('Choice'), 'b');
  await userEvent.click(screen.getByLabelText('Tick'));
  await userEvent.click(screen.getByLabelText('Foot'));
  await userEvent.type(screen.getByLabelText('Password now'), 'secret');
  await userEvent.click(screen.getByRole('button', { name: 'Add a row' }));
  await userEvent.type(screen.getByLabelText('Row 1'), 'Second');
}

describe.each(oneOrAll(ENDS))('a session that ends: %s', (_how, end) => {
  test('after the log-in one is back on the page, with all kinds of fields as they were', async () => {
    openKinds();
    await fillInKinds();
    await end();
    await logIn();

    expect(await screen.findByLabelText('Line')).toHaveValue('Peanuts');
    expect(location.pathname).toBe('/dashboard/form');
    expect(screen.getByLabelText('Text')).toHaveValue('As it was, and more');
    expect(screen.getByLabelText('Choice')).toHaveValue('b');
    expect(screen.getByLabelText('Tick')).toBeChecked();
    expect(screen.getByLabelText('Foot')).toBeChecked();
    expect(screen.getByLabelText('Row 1')).toHaveValue('Second');
    expect(screen.getByLabelText('Password now')).toHaveValue('');
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('Peanuts');
  });

  test('the answer about a child’s health is not lost', async () => {
    answer('GET /myChildren/:id', buildChildDetails());
    open(<Child id={CHILD} isConfirmed />, CHILD_PAGE);
    await userEvent.click(await screen.findByRole('button', { name: 'Change health information' }));
    await userEvent.type(screen.getByLabelText('Anything else (optional)'), 'Swims well');
    await userEvent.click(screen.getByLabelText(/^I agree/));
    await end();
    await logIn();

    expect(await screen.findByText(/what you typed is still there/)).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Change health information' }));
    expect(await screen.findByLabelText('Anything else (optional)')).toHaveValue('Swims well');
    expect(screen.queryByText(/what you typed is still there/)).toBeNull();
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('Swims');
  });

  test('nor is a note of the office, and it stays with its family', async () => {
    open(<Notes />, '/dashboard/note');
    await userEvent.type(await screen.findByLabelText('Note on the second'), 'Called at nine');
    await end();
    await logIn();
    expect(await screen.findByLabelText('Note on the second')).toHaveValue('Called at nine');
    expect(screen.getByLabelText('Note on the first')).toHaveValue('');
    expect(screen.queryByText(/what you typed is still there/)).toBeNull();
  });

  test('an incident is not lost, although it is later then', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    answerRecords([]);
    open(<ClassRecords classId={CHILD} day={DAY} />, '/dashboard/day');
    await userEvent.click(await screen.findByRole('button', { name: 'Record an incident' }));
    const what = () => screen.findByRole('textbox', { name: 'What happened?' });
    await userEvent.type(await what(), 'Fell off the swing');
    await userEvent.selectOptions(screen.getByLabelText('Who?'), 'Mia');
    const time = (screen.getByLabelText('When?') as HTMLInputElement).value;
    await end();
    vi.setSystemTime(Date.now() + 5 * 60_000);
    await logIn();
    await userEvent.click(await screen.findByRole('button', { name: 'Record an incident' }));
    expect(await what()).toHaveValue('Fell off the swing');
    expect(screen.getByLabelText('Who?')).toHaveValue(CHILD);
    expect(screen.getByLabelText('When?')).toHaveValue(time);
    vi.useRealTimers();
  });

  test('what was added to a record is not put into the form of another record', async () => {
    answerRecords(['1', '2']);
    open(<ClassRecords classId={CHILD} day={DAY} />, '/dashboard/day');
    const press = async (number: number) =>
      userEvent.click((await screen.findAllByRole('button', { name: /^Correct or add/ }))[number]!);
    await press(0);
    await userEvent.type(screen.getByLabelText('What should be added?'), 'It was 4 ml.');
    await end();
    await logIn();
    await press(1);
    expect(await screen.findByLabelText('What should be added?')).toHaveValue('');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await press(0);
    expect(await screen.findByLabelText('What should be added?')).toHaveValue('It was 4 ml.');
  });

  test('a request for financial aid is not lost', async () => {
    open(<AskForm people={[]} onDone={() => undefined} />, '/dashboard/aid');
    await userEvent.type(await screen.findByLabelText('What should we know?'), 'Three children');
    await end();
    await logIn();
    expect(await screen.findByLabelText('What should we know?')).toHaveValue('Three children');
  });

  test('somebody else who logs in never sees it, nor does the first person afterwards', async () => {
    openKinds();
    await fillInKinds();
    await end();
    await logIn(other);
    expect(await screen.findByLabelText('Line')).toHaveValue('');
    expect(screen.getByLabelText('Text')).toHaveValue('As it was');
    expect(screen.queryByText(/what you typed is still there/)).toBeNull();

    localStorage.removeItem(TOKEN_KEY);
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY })));
    await logIn();
    expect(await screen.findByLabelText('Line')).toHaveValue('');
  });
});

describe('what is typed is gone', () => {
  test('if the person logs out here', async () => {
    openKinds();
    await fillInKinds();
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    await logIn();
    expect(await screen.findByLabelText('Line')).toHaveValue('');
  });

  test('if the person goes to another page and comes back, as before', async () => {
    openKinds();
    await fillInKinds();
    await userEvent.click(screen.getByRole('link', { name: 'Another page' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Back to the form' }));
    expect(await screen.findByLabelText('Line')).toHaveValue('');
  });

  test('after it was put back once', async () => {
    openKinds();
    await fillInKinds();
    await ENDS[1]?.[1]();
    await logIn();
    expect(await screen.findByLabelText('Line')).toHaveValue('Peanuts');
    await userEvent.click(screen.getByRole('link', { name: 'Another page' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Back to the form' }));
    expect(await screen.findByLabelText('Line')).toHaveValue('');
  });

  test('if nothing was typed: there is no note', async () => {
    openKinds();
    await screen.findByLabelText('Line');
    await ENDS[1]?.[1]();
    await logIn();
    expect(await screen.findByLabelText('Line')).toHaveValue('');
    expect(screen.queryByText(/what you typed is still there/)).toBeNull();
  });
});
