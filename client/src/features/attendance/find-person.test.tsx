import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerTaps, at, ben, findPerson, mia, renderDay } from './attendance.testing.tsx';
import { readPass } from './find-pass.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(at('09:04')), shouldAdvanceTime: true });
  Element.prototype.scrollIntoView = vi.fn();
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
const press = async (name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }));

/** A browser with a reader and a camera. @returns what to hold before the camera, and whether it is still on */
function bringCamera({
  formats = ['qr_code'],
  refusal = undefined as DOMException | undefined,
} = {}) {
  let shown = '';
  const stop = vi.fn();
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = () => Promise.resolve(formats);
      detect = () => Promise.resolve(shown ? [{ rawValue: shown }] : []);
    },
  );
  const getUserMedia = vi.fn(() =>
    refusal ? Promise.reject(refusal) : Promise.resolve({ getTracks: () => [{ stop }] }),
  );
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
  return { hold: (text: string) => (shown = text), stop, getUserMedia };
}

const look = () => act(() => vi.advanceTimersByTimeAsync(500));

// Rules: R561.
test('a scanned pass opens its child, and the camera goes off; a pass that is not right says why, and the next one works', async () => {
  const camera = bringCamera();
  answerTaps([mia, ben]);
  renderDay();

  await press('Scan');
  const dialog = within(await screen.findByRole('dialog', { name: 'Find somebody' }));
  expect(dialog.getByLabelText('Picture of the camera')).toBeVisible();
  expect(camera.getUserMedia).toHaveBeenCalledWith({
    audio: false,
    video: { facingMode: 'environment' },
  });
  for (const [text, says] of [
    ['https://example.test/menu', 'This is not a pass of SPEAKIFYR.'],
    ['KTS-101', 'KTS-101 is a pass for another class, not for Sailing on the Lake.'],
    [
      'SAI-199',
      /^SAI-199 is not on this list of Sailing on the Lake: its seat is for other days, or it was canceled/,
    ],
  ] as const) {
    camera.hold(text);
    await look();
    expect(dialog.getByRole('status')).toHaveTextContent(says);
    expect(camera.stop).not.toHaveBeenCalled();
  }
  camera.hold('SAI-101');
  await look();

  expect(screen.queryByRole('dialog')).toBeNull();
  expect(camera.stop).toHaveBeenCalled();
  const person = await findPerson(/^Mia/);
  expect(person).toHaveFocus();
  expect(within(person).getByText('Grandma (Inge Byron)')).toBeVisible();
  expect(within(person).getByText('Expected')).toBeVisible();

  // The same child again.
  await user.click(within(person).getByRole('button', { name: /^Mia/ }));
  expect(within(person).queryByText('Grandma (Inge Byron)')).toBeNull();
  await press('Scan');
  await look();
  expect(within(person).getByText('Grandma (Inge Byron)')).toBeVisible();
});

test('a camera that is not allowed says so, and the name can be typed', async () => {
  bringCamera({ refusal: new DOMException('no', 'NotAllowedError') });
  answerTaps([mia, ben]);
  renderDay();

  await press('Scan');
  expect(await screen.findByText(/^The browser does not allow the camera/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Scan a pass' })).toBeVisible();
  await user.type(screen.getByLabelText('Name, or code of the pass'), 'ahlers{Enter}');
  expect(await findPerson(/^Ben/)).toHaveFocus();
});

test('closing the dialog before the camera is on turns it off', async () => {
  const camera = bringCamera();
  let open: (stream: unknown) => void = () => undefined;
  camera.getUserMedia.mockReturnValue(new Promise((resolve) => (open = resolve)) as never);
  answerTaps();
  renderDay();

  await press('Scan');
  await press('Close');
  await act(async () => open({ getTracks: () => [{ stop: camera.stop }] }));
  expect(camera.stop).toHaveBeenCalled();
});

test.each([
  ['no reader', () => undefined],
  ['a reader without QR codes', () => bringCamera({ formats: ['ean_13'] })],
  [
    'no camera, because the page is not secure',
    () => {
      bringCamera();
      Reflect.deleteProperty(navigator, 'mediaDevices');
    },
  ],
])('a browser with %s has no button to scan; a code or a name is typed', async (_what, bring) => {
  bring();
  answerTaps([mia, ben]);
  renderDay();

  await press('Find');
  await look();
  expect(screen.queryByRole('button', { name: /^Scan/ })).toBeNull();
  const field = screen.getByLabelText('Name, or code of the pass');
  await user.type(field, 'nobody{Enter}');
  expect(screen.getByText('Nobody on this list has this name.')).toBeVisible();
  await user.clear(field);
  await user.type(field, 'sai-199{Enter}');
  expect(screen.getByText(/^SAI-199 is not on this list/)).toBeVisible();
  await user.clear(field);
  await user.type(field, 'sai-1');
  await press('Mia Byron, SAI-101');
  expect(await findPerson(/^Mia/)).toHaveFocus();
});

test('a pass is read whatever its capitals and the spaces around it, and a list without passes knows none', () => {
  const list = { className: 'Sailing', people: [mia, { ...ben, entryCode: null }] };
  expect(readPass(' sai-101\n', list)).toEqual({ personId: mia.personId });
  for (const text of ['', '   ', 'SAI-', 'SAI-1x1', '<b>SAI-101</b>', 'x'.repeat(5_000)])
    expect(readPass(text, list)).toEqual({ problem: 'This is not a pass of SPEAKIFYR.' });
  expect(readPass('SAI-101', { className: 'Sailing', people: [] })).toEqual({
    problem: 'SAI-101 is a pass for another class, not for Sailing.',
  });
});

// Rules: R562.
test('“Still expected” hides the others, and who arrives stays under the thumb until they are hidden', async () => {
  answerTaps([mia, ben]);
  renderDay();

  await press('Still expected: 2');
  await press('Arrived: Mia Byron');
  expect(await screen.findByRole('button', { name: 'Still expected: 1' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  expect(screen.getByRole('button', { name: 'Leaves: Mia Byron' })).toHaveFocus();
  await press(/^Hide 1/);
  expect(screen.queryByRole('heading', { name: /^Mia/ })).toBeNull();
  expect(screen.getByRole('heading', { name: /^Ben/ })).toBeVisible();
  // A pass brings back somebody who is hidden.
  await press('Find');
  await user.type(screen.getByLabelText('Name, or code of the pass'), 'SAI-101{Enter}');
  expect(await findPerson(/^Mia/)).toHaveFocus();
  await press('Still expected: 1');
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(2);
});
