import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answer, breakConnection } from '../../testing/server.ts';
import {
  answerTaps,
  at,
  ben,
  buildTap,
  findPerson,
  mia,
  renderDay,
} from './attendance.testing.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(at('09:04')), shouldAdvanceTime: true });
});
afterEach(() => vi.useRealTimers());

const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });

const withPhoto = { ...mia, photoId: 'a'.repeat(24) };
const SHOW = 'Photo of Mia Byron, show it large';

/** A server with Mia's photo. @returns how often it was asked for photos */
function answerPhotos(): { count: () => number; change: (photoId: string, jpeg: string) => void } {
  let count = 0;
  let photo = { personId: mia.personId, photoId: withPhoto.photoId, jpeg: 'TWlh' };
  answer('GET /dayList/:classId/:day/photos', () => {
    count += 1;
    return { photos: [photo] };
  });
  return { count: () => count, change: (photoId, jpeg) => (photo = { ...photo, photoId, jpeg }) };
}

// Rules: R421.
test('a photo is on the row, and a press shows it large', async () => {
  answerTaps([withPhoto, ben]);
  answerPhotos();
  renderDay();
  const small = await screen.findByRole('button', { name: SHOW });
  expect(within(await findPerson(/^Ben/)).queryByRole('button', { name: /^Photo/ })).toBeNull();
  await user.click(small);
  const dialog = screen.getByRole('dialog', { name: 'Mia Byron' });
  const large = within(dialog).getByRole('img', { name: 'Photo of Mia Byron' });
  expect(large).toHaveAttribute('src', 'data:image/jpeg;base64,TWlh');
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('who hands a child over sees its photo', async () => {
  answerTaps([{ ...withPhoto, taps: [buildTap({})] }]);
  answerPhotos();
  renderDay();
  await screen.findByRole('button', { name: SHOW });
  await user.click(screen.getByRole('button', { name: 'Leaves: Mia Byron' }));
  const dialog = screen.getByRole('dialog', { name: 'Who collects Mia Byron?' });
  expect(within(dialog).getByRole('img', { name: 'Photo of Mia Byron' })).toBeVisible();
});

test('photos load once while the list loads again and again, until one is another', async () => {
  const day = answerTaps([withPhoto]);
  const photos = answerPhotos();
  renderDay();
  await screen.findByRole('button', { name: SHOW });
  await vi.advanceTimersByTimeAsync(95_000);
  expect(photos.count()).toBe(1);

  photos.change('b'.repeat(24), 'QmVu');
  day.setPeople([{ ...withPhoto, photoId: 'b'.repeat(24) }]);
  await vi.advanceTimersByTimeAsync(35_000);
  await user.click(await screen.findByRole('button', { name: SHOW }));
  expect(screen.getByRole('img', { name: 'Photo of Mia Byron' })).toHaveAttribute(
    'src',
    'data:image/jpeg;base64,QmVu',
  );
  expect(photos.count()).toBe(2);
});

test('a photo that the family took back is gone with the next list', async () => {
  const { setPeople } = answerTaps([withPhoto]);
  answerPhotos();
  renderDay();
  await screen.findByRole('button', { name: SHOW });
  setPeople([mia]);
  await vi.advanceTimersByTimeAsync(35_000);
  await waitFor(() => expect(screen.queryByRole('button', { name: SHOW })).toBeNull());
});

test('the list works without the photos, and they come when they can', async () => {
  answerTaps([withPhoto]);
  breakConnection('GET /dayList/:classId/:day/photos');
  renderDay();
  expect(await screen.findByRole('button', { name: 'Arrived: Mia Byron' })).toBeEnabled();
  expect(screen.queryByRole('button', { name: SHOW })).toBeNull();
  await vi.advanceTimersByTimeAsync(10_000);
  answerPhotos();
  await vi.advanceTimersByTimeAsync(35_000);
  expect(await screen.findByRole('button', { name: SHOW })).toBeVisible();
});
