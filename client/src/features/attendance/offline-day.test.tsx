import { LABELS } from '@speakifyr/contract/labels.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppRoutes } from '../../app/routes.tsx';
import { paths } from '../../lib/paths.ts';
import { forgetOldDays, keep, readAllKept, readKept } from './device-store.ts';
import { leaving } from '../../session/before-leaving.ts';
import { TOKEN_KEY } from '../../session/session-token.ts';
import { DEVICE_STORE, wipeDevice } from '../../session/wipe-device.ts';
import { useSession } from '../../session/auth.tsx';
import { buildToken, renderApp, signInBefore, student } from '../../testing/render.tsx';
import { answer, breakConnection, refuse } from '../../testing/server.ts';
import {
  answerTaps,
  at,
  ben,
  CLASS_ID,
  DAY,
  mia,
  renderDay,
  type Sent,
} from './attendance.testing.tsx';
import { ClassDay } from './class-day.tsx';
import { EveryoneNow } from './everyone-now.tsx';
import { QUEUE_KEY } from './tap-queue.ts';
import { changeKept, KEPT_DAYS, loadOrRead, nameKeptPhotos } from './kept-lists.ts';
import { keepRight, wipeForOtherRight } from './kept-work.ts';
import { keepTaps, readKeptRefused, readKeptTaps } from './kept-taps.ts';
import { UnsentNote } from './unsent-note.tsx';
import { useRollCall } from './use-roll-call.ts';

// Before any module. The other files have no such storage.
await vi.hoisted(async () => Object.assign(globalThis, await import('fake-indexeddb')));

/** What jsdom lacks: one tab after the other. */
const lines = new Map<string, Promise<unknown>>();
Object.defineProperty(navigator, 'locks', {
  configurable: true,
  value: {
    request(name: string, act: () => Promise<unknown>) {
      const mine = (lines.get(name) ?? Promise.resolve()).then(act, act);
      lines.set(name, mine);
      return mine;
    },
  },
});

const TEAM = 'ada@speakifyr.test';
const logIn = (email: string) => localStorage.setItem(TOKEN_KEY, buildToken(email));

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(at('09:04')), toFake: ['Date'] });
  Object.assign(globalThis, { indexedDB: new IDBFactory() });
  signInBefore({ ...student, email: TEAM, role: 'instructor' });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Whose taps the school got. */
const listSent = (requests: Sent[]) =>
  [...new Set(requests.flatMap(({ taps }) => taps.map(({ personId }) => personId)))].sort();

const countKeptTaps = async () => (await readKeptTaps())?.taps.length;

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

function LogOut() {
  const { logOut } = useSession();
  return <button onClick={() => void logOut()}>Leave the app</button>;
}

/** Everything on the device, as bytes that somebody could read. */
async function readDevice(): Promise<string> {
  const db = await openDB(DEVICE_STORE);
  const texts: string[] = [JSON.stringify({ ...localStorage })];
  for (const store of db.objectStoreNames)
    for (const key of await db.getAllKeys(store)) {
      const value = (await db.get(store, key)) as CryptoKey | { data: ArrayBuffer };
      if ('data' in value) texts.push(new TextDecoder('latin1').decode(value.data));
      else expect(value.extractable).toBe(false);
    }
  db.close();
  return texts.join();
}

// Rules: R402, R403, R404, R421.
test('a list and a tap survive a reload without a connection, and cannot be read on the device', async () => {
  answerTaps();
  const first = renderDay();
  await screen.findByText('0 here, 2 expected, 0 absent, 0 gone');
  breakConnection('GET /dayList/:classId/:day');
  breakConnection('POST /attendance');
  await press('Arrived: Mia Byron');
  await waitFor(async () => expect(await countKeptTaps()).toBe(1));
  expect(await readDevice()).not.toMatch(/Mia|Byron|111111/);
  await waitFor(() => expect(leaving.ask).toBeDefined());
  // Nobody is asked: it comes back.
  await waitFor(() => {
    const leave = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leave);
    expect(leave.defaultPrevented).toBe(false);
  });
  first.unmount();

  renderDay();
  expect(await screen.findByText('1 here, 1 expected, 0 absent, 0 gone')).toBeVisible();
  expect(screen.getByText('List of 9:04 AM.')).toBeVisible();
  expect(await screen.findByText('1 not sent.')).toBeVisible();
  expect(screen.getByText('1 child here, 1 adult: 1 to 1')).toBeVisible();

  const { requests } = answerTaps();
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(screen.queryByText('1 not sent.')).toBeNull());
  expect(requests.flatMap(({ taps }) => taps)).toMatchObject([
    { personId: mia.personId, kind: 'in', offline: true },
  ]);
  expect(await countKeptTaps()).toBe(0);
  await waitFor(() => expect(leaving.ask).toBeUndefined());
});

test('a tap that was sent while the first list of the day was on its way is on it', async () => {
  type List = { taps: string[] };
  const load = (answer: Promise<List>) =>
    loadOrRead(
      'first',
      () => answer,
      () => true,
    );
  const addTom = ({ taps }: List) => ({ taps: [...new Set([...taps, 'Tom'])] });
  let answerLate!: (list: List) => void;
  const late = load(new Promise((resolve) => (answerLate = resolve)));
  let answerLater!: (list: List) => void;
  const later = load(new Promise((resolve) => (answerLater = resolve)));
  await changeKept<List>('first', addTom);
  answerLate({ taps: ['Mia'] });
  expect(await late).toEqual({ taps: ['Mia', 'Tom'] });
  expect(await readKept('first')).toEqual({ taps: ['Mia', 'Tom'] });
  // An answer that comes too late takes nothing off a newer list.
  await load(Promise.resolve({ taps: ['Mia', 'Tom', 'Leo'] }));
  answerLater({ taps: ['Mia'] });
  await later;
  expect(await readKept('first')).toEqual({ taps: ['Mia', 'Tom', 'Leo'] });
});

test('a list that was asked for before a tap was sent does not take the tap off the phone', async () => {
  type List = { taps: string[] };
  await loadOrRead(
    'list',
    async () => ({ taps: ['Mia'] }),
    () => true,
  );
  let answerLate!: (list: List) => void;
  const late = loadOrRead(
    'list',
    () => new Promise<List>((resolve) => (answerLate = resolve)),
    () => true,
  );
  await changeKept<List>('list', ({ taps }) => ({ taps: [...new Set([...taps, 'Tom'])] }));
  answerLate({ taps: ['Mia'] });
  await late;
  expect(await readKept('list')).toEqual({ taps: ['Mia', 'Tom'] });
  await loadOrRead(
    'list',
    async () => ({ taps: [] }),
    () => true,
  );
  expect(await readKept('list')).toEqual({ taps: [] });
});

// Rules: R558.
test('without a connection, both lists say what to do about a severe allergy and have the adults’ phones', async () => {
  answerTaps();
  const { taps: _taps, severeAllergies, personId, name, age, isChild, adults } = mia;
  const person = {
    personId,
    name,
    age,
    isChild,
    hasSevereAllergy: true,
    severeAllergies,
    taps: [],
  };
  answer('GET /emergencyList', {
    ...{ day: DAY, now: at('09:00'), mostPerAdult: 0 },
    classes: [
      {
        ...{ classId: CLASS_ID, className: 'Sailing', room: 4, team: [] },
        people: [
          {
            ...person,
            adults: adults.map(({ name: who, relation, phone }) => ({
              name: who,
              relation,
              phone,
            })),
          },
        ],
      },
    ],
  });
  for (const render of [renderDay, () => renderApp(<EveryoneNow />)]) {
    const before = render();
    await screen.findByText(/The pen is in the blue bag\./);
    before.unmount();
  }
  expect(await readDevice()).not.toMatch(/Peanuts|blue bag|123-45/);
  breakConnection('GET /dayList/:classId/:day');
  breakConnection('GET /emergencyList');

  for (const render of [renderDay, () => renderApp(<EveryoneNow />)]) {
    const again = render();
    expect(await screen.findByText('Peanuts: The pen is in the blue bag.')).toBeVisible();
    expect(screen.getByText(/^List of/)).toBeVisible();
    for (const name of screen.queryAllByRole('button', { name: /^Mia/ }))
      await userEvent.click(name);
    expect(screen.getByRole('link', { name: '+49 (30) 123-45' })).toBeVisible();
    again.unmount();
  }
});

test('a tap that is not sent is known to the other tabs at once', async () => {
  answerTaps();
  renderDay();
  renderDay();
  await waitFor(() =>
    expect(screen.getAllByText('0 here, 2 expected, 0 absent, 0 gone')).toHaveLength(2),
  );
  breakConnection('POST /attendance');

  await userEvent.click(screen.getAllByRole('button', { name: 'Arrived: Mia Byron' })[0]!);

  await waitFor(() => expect(screen.getAllByText('1 not sent.')).toHaveLength(2));
});

test('who logs out is asked first while a tap is not sent, and not once it is', async () => {
  answerTaps();
  const { queryClient } = renderApp(
    <>
      <ClassDay classId={CLASS_ID} sheet="/sheet" mayOverride={false} />
      <LogOut />
    </>,
  );
  await screen.findByText('0 here, 2 expected, 0 absent, 0 gone');
  breakConnection('POST /attendance');
  await press('Arrived: Mia Byron');
  await screen.findByText('1 not sent.');

  await press('Leave the app');
  const dialog = within(await screen.findByRole('dialog', { name: '1 tap is not sent' }));
  await userEvent.click(dialog.getByRole('button', { name: LABELS.cancel }));
  expect(await countKeptTaps()).toBe(1);
  expect(localStorage.getItem(TOKEN_KEY)).not.toBeNull();

  answerTaps();
  await press('Leave the app');
  await waitFor(() => expect(localStorage.getItem(TOKEN_KEY)).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(queryClient.getQueryData(QUEUE_KEY)).toBeUndefined();
});

test('who logs out while a tap is being sent waits for it, and is not asked', async () => {
  answerTaps();
  renderApp(
    <>
      <ClassDay classId={CLASS_ID} sheet="/sheet" mayOverride={false} />
      <LogOut />
    </>,
  );
  await screen.findByText('0 here, 2 expected, 0 absent, 0 gone');
  let finish = () => {};
  const isFinished = new Promise<void>((resolve) => (finish = resolve));
  const sent = vi.fn();
  answer('POST /attendance', async () => {
    sent();
    await isFinished;
    return { problems: [null] };
  });
  await press('Arrived: Mia Byron');
  await waitFor(() => expect(sent).toHaveBeenCalled());

  await press('Leave the app');
  expect(localStorage.getItem(TOKEN_KEY)).not.toBeNull();
  finish();

  await waitFor(() => expect(localStorage.getItem(TOKEN_KEY)).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('who logs out on a public page is asked first if a tap waits on the phone', async () => {
  const tap = { _id: 'tap', personId: mia.personId, kind: 'in' as const, at: at('09:04') };
  await keepTaps([{ classId: CLASS_ID, day: DAY, tap }]);
  breakConnection('POST /attendance');
  breakConnection('GET /classes');
  renderApp(<AppRoutes />, { at: paths.terms });
  await press(LABELS.logOut);
  const dialog = within(await screen.findByRole('dialog', { name: '1 tap is not sent' }));
  await userEvent.click(dialog.getByRole('button', { name: LABELS.cancel }));
  expect(await countKeptTaps()).toBe(1);
  expect(localStorage.getItem(TOKEN_KEY)).not.toBeNull();

  const { requests } = answerTaps();
  await press(LABELS.logOut);
  await waitFor(() => expect(localStorage.getItem(TOKEN_KEY)).toBeNull());
  expect(listSent(requests)).toEqual([mia.personId]);
});

// Rules: R715.
test('a tap that is refused later is said on every dashboard, also after a reload, until it is read', async () => {
  answerTaps();
  const day = renderDay();
  await screen.findByText('0 here, 2 expected, 0 absent, 0 gone');
  breakConnection('POST /attendance');
  await press('Arrived: Mia Byron');
  await screen.findByText('1 not sent.');
  await waitFor(async () => expect(await countKeptTaps()).toBe(1));
  answerTaps([mia, ben], () => 'wrong_time');
  window.dispatchEvent(new Event('online'));
  await screen.findByText(/is not recorded: the phone’s clock is wrong/);
  day.unmount();
  expect(await countKeptTaps()).toBe(0);

  const first = renderApp(<UnsentNote />);
  const said = '1 tap is not recorded: Sailing on the Lake, Mon 3 August';
  expect(await screen.findByText(said)).toBeVisible();
  expect(
    screen.getByText(/“Arrived” for somebody is not recorded: the phone’s clock is wrong/),
  ).toBeVisible();
  await press('I have read this');
  expect(screen.queryByText(said)).toBeNull();
  first.unmount();
  await waitFor(async () => expect(await readKeptRefused()).toEqual([]));
});

test('a store that fails for a moment takes no tap off the screen: all are sent', async () => {
  answerTaps();
  renderDay();
  await screen.findByText('0 here, 2 expected, 0 absent, 0 gone');
  breakConnection('POST /attendance');
  await press('Arrived: Mia Byron');
  await press('Arrived: Ben Ahlers');
  await screen.findByText('2 not sent.');
  await waitFor(async () => expect(await countKeptTaps()).toBe(2));

  vi.spyOn(console, 'error').mockReturnValue();
  const fail = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('The store is busy', 'UnknownError');
  });
  const { requests } = answerTaps();
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(screen.queryByText('2 not sent.')).toBeNull());
  fail.mockRestore();
  // Each tab sends them, and the school takes each once.
  expect(listSent(requests)).toEqual([mia.personId, ben.personId].sort());
});

test('a kept tap that cannot be opened takes no other along, and is sent as well', async () => {
  answerTaps();
  renderDay();
  await screen.findByText('0 here, 2 expected, 0 absent, 0 gone');
  breakConnection('POST /attendance');
  await press('Arrived: Mia Byron');
  await press('Arrived: Ben Ahlers');
  await screen.findByText('2 not sent.');
  await waitFor(async () => expect(await countKeptTaps()).toBe(2));
  const db = await openDB(DEVICE_STORE);
  const [name] = (await db.getAllKeys('sealed')).filter((key) => String(key).startsWith('tap/'));
  await db.put('sealed', { ...(await db.get('sealed', name!)), data: new ArrayBuffer(32) }, name);
  db.close();
  expect(await countKeptTaps()).toBe(1);

  const { requests } = answerTaps();
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(screen.queryByText('2 not sent.')).toBeNull());
  expect(listSent(requests)).toEqual([mia.personId, ben.personId].sort());
});

test('two tabs with the same tap send it once, and both know', async () => {
  answerTaps();
  const one = renderDay();
  await screen.findByText('0 here, 2 expected, 0 absent, 0 gone');
  breakConnection('POST /attendance');
  await press('Arrived: Mia Byron');
  await screen.findByText('1 not sent.');
  const two = renderDay();
  await waitFor(() => expect(screen.getAllByText('1 not sent.')).toHaveLength(2));

  const { requests } = answerTaps();
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(screen.queryAllByText('1 not sent.')).toEqual([]));
  expect(requests.flatMap(({ taps }) => taps)).toHaveLength(1);
  one.unmount();
  two.unmount();
});

test('a tab waits while another one sends, and then finds nothing left to send', async () => {
  answerTaps();
  renderDay();
  await screen.findByText('0 here, 2 expected, 0 absent, 0 gone');
  breakConnection('POST /attendance');
  await press('Arrived: Mia Byron');
  await screen.findByText('1 not sent.');
  renderDay();
  await waitFor(() => expect(screen.getAllByText('1 not sent.')).toHaveLength(2));
  let finish = () => {};
  const isFinished = new Promise<void>((resolve) => (finish = resolve));
  let count = 0;
  answer('POST /attendance', async () => {
    count += 1;
    await isFinished;
    return { problems: [null] };
  });

  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(count).toBe(1));
  // As long as the second tab needs to read what is on the device.
  await readKeptTaps();
  await readKeptTaps();
  finish();

  await waitFor(() => expect(screen.queryAllByText('1 not sent.')).toEqual([]));
  expect(count).toBe(1);
});

test('a list that is refused is no longer on the phone', async () => {
  answerTaps();
  const first = renderDay();
  await screen.findByText('0 here, 2 expected, 0 absent, 0 gone');
  await waitFor(async () => expect(await readAllKept(KEPT_DAYS)).toHaveLength(1));
  first.unmount();
  answer('GET /dayList/:classId/:day', () => refuse('care_sheet_closed'));
  renderDay();
  expect(await screen.findByText('The day list is closed')).toBeVisible();
  expect(await readAllKept(KEPT_DAYS)).toEqual([]);
});

test('photos are kept with the list, unreadable, and go when it is refused or a family takes one back', async () => {
  const photoId = 'a'.repeat(24);
  answerTaps([{ ...mia, photoId }]);
  const jpeg = 'TWlhIEJ5cm9u';
  answer('GET /dayList/:classId/:day/photos', {
    photos: [{ personId: mia.personId, photoId, jpeg }],
  });
  const show = { name: 'Photo of Mia Byron, show it large' };
  const photos = () => readKept(nameKeptPhotos(CLASS_ID, DAY));
  const online = renderDay();
  await screen.findByRole('button', show);
  await waitFor(async () => expect(await photos()).toBeDefined());
  expect(await readDevice()).not.toContain(jpeg);
  online.unmount();

  breakConnection('GET /dayList/:classId/:day');
  breakConnection('GET /dayList/:classId/:day/photos');
  const offline = renderDay();
  expect(await screen.findByRole('button', show)).toBeVisible();
  offline.unmount();

  answer('GET /dayList/:classId/:day', () => refuse('care_sheet_closed'));
  const refused = renderDay();
  await screen.findByText('The day list is closed');
  expect(await photos()).toBeUndefined();
  refused.unmount();

  await keep(nameKeptPhotos(CLASS_ID, DAY), { photos: [] }, Date.now() + 60_000);
  answerTaps([mia]);
  renderDay();
  await screen.findByText('0 here, 1 expected, 0 absent, 0 gone');
  await waitFor(async () => expect(await photos()).toBeUndefined());
});

test('what is kept is gone after its day, for somebody else, and after a log-out', async () => {
  const midnight = Date.parse(at('23:59')) + 60_000;
  await keep('list', { name: mia.name }, midnight);
  expect(await readKept('list')).toEqual({ name: mia.name });
  logIn('somebody@speakifyr.test');
  expect(await readKept('list')).toBeUndefined();
  logIn(TEAM);
  vi.setSystemTime(midnight);
  expect(await readKept('list')).toBeUndefined();
  await forgetOldDays();
  vi.setSystemTime(midnight - 60_000);
  expect(await readKept('list')).toBeUndefined();

  await keep('list', { name: mia.name }, midnight);
  localStorage.removeItem(TOKEN_KEY);
  await wipeDevice();
  // An answer that arrives after the log-out.
  await keep('late', { name: mia.name }, midnight);
  expect(await indexedDB.databases()).toEqual([]);
  logIn(TEAM);
  const unfinished = keep('late', { name: mia.name }, midnight);
  localStorage.removeItem(TOKEN_KEY);
  await unfinished;
  const db = await openDB(DEVICE_STORE);
  expect(await db.count('sealed')).toBe(0);
  db.close();
});

test('a roll call that starts before the phone has read the one it kept goes on', async () => {
  await keep(`rollCall/${DAY}`, { isOn: false, seen: [] }, Date.now() + 60_000);
  let startReading = () => {};
  const isStarted = new Promise<void>((resolve) => {
    startReading = resolve;
  });
  const decrypt = crypto.subtle.decrypt.bind(crypto.subtle);
  const read = vi.spyOn(crypto.subtle, 'decrypt').mockImplementation(async (...sealed) => {
    await isStarted;
    return decrypt(...sealed);
  });
  const client = new QueryClient();
  const { result } = renderHook(() => useRollCall(DAY), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  await waitFor(() => expect(read).toHaveBeenCalled());

  act(() => result.current.start());
  startReading();
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(result.current.isOn).toBe(true);
});

test('of two quick ticks none is lost, and each shows once the phone has kept it', async () => {
  const client = new QueryClient();
  const { result } = renderHook(() => useRollCall(DAY), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  act(() => result.current.start());
  await waitFor(() => expect(result.current.isOn).toBe(true));
  let goOn = () => {};
  const isSlow = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const encrypt = crypto.subtle.encrypt.bind(crypto.subtle);
  const first = vi.spyOn(crypto.subtle, 'encrypt').mockImplementationOnce(async (...open) => {
    await isSlow;
    return encrypt(...open);
  });

  act(() => result.current.tick('mia', true));
  act(() => result.current.tick('tom', true));
  await waitFor(() => expect(first).toHaveBeenCalled());
  expect(result.current.seen).toEqual(new Set());
  goOn();
  await waitFor(() => expect(result.current.seen).toEqual(new Set(['mia', 'tom'])));
  expect(await readKept(`rollCall/${DAY}`)).toEqual({ isOn: true, seen: ['mia', 'tom'] });
});

test('somebody who has another role now finds nothing of the day', async () => {
  await keepRight({ role: 'admin' });
  await keep('list', { name: mia.name }, Date.now() + 1_000);
  await wipeForOtherRight({ role: 'admin' });
  expect(await readKept('list')).toEqual({ name: mia.name });
  await wipeForOtherRight({ role: 'admin', bundle: 'accountant' });
  expect(await readKept('list')).toBeUndefined();
  await keepRight({ role: 'instructor' });
  await keep('list', { name: mia.name }, Date.now() + 1_000);
  await wipeForOtherRight({ role: 'student' });
  expect(await readAllKept('')).toEqual([]);
});

test('a newer version of the app finds the taps of the one before', async () => {
  await keep('tap/1', { name: 'waits' }, Date.now() + 1_000);
  const newer = await openDB(DEVICE_STORE, 1);
  expect([...newer.objectStoreNames]).toEqual(['keys', 'sealed']);
  newer.close();
  expect(await readKept('tap/1')).toEqual({ name: 'waits' });
});
