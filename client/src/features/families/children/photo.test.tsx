import type { ChildDetails } from '@speakifyr/contract/children.ts';
import type { OwnPhoto } from '@speakifyr/contract/child-photos.ts';
import { FIRST_TEXT_VERSION } from '@speakifyr/contract/consents.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { findDialog } from '../../../testing/find-dialog.ts';
import { renderApp, student } from '../../../testing/render.tsx';
import { answer, refuse } from '../../../testing/server.ts';
import { answerTexts } from '../../../testing/texts.ts';
import { Child } from './child.tsx';
import { buildChildDetails } from './children.testing.ts';
import { slowTest } from '../../../testing/slow-tests.ts';

const photo: OwnPhoto = {
  jpeg: 'TWlh',
  givenAt: '2026-06-03T08:00:00.000Z',
  textVersion: FIRST_TEXT_VERSION,
};

const part = (marker: number, content: number[]) => [
  ...[0xff, marker, 0, content.length + 2],
  ...content,
];
/** A JPEG of 256 by 256 pixels, as a browser's canvas gives it: Safari writes Exif. */
const makeJpeg = (scanBytes: number, exif: number[] = []) =>
  Uint8Array.from([
    ...[0xff, 0xd8],
    ...exif,
    ...part(0xc0, [8, 1, 0, 1, 0, 1, 1, 0x11, 0]),
    ...part(0xda, [1, 1, 0, 0, 63, 0]),
    ...Array<number>(scanBytes).fill(7),
    ...[0xff, 0xd9],
  ]);
const EXIF = part(
  0xe1,
  [...'Exif at home'].map((letter) => letter.charCodeAt(0)),
);
const SMALL = btoa(String.fromCharCode(...makeJpeg(300)));

const drawImage = vi.fn();
const qualities: (number | undefined)[] = [];

beforeEach(() => {
  qualities.length = 0;
  drawImage.mockClear();
  // What jsdom lacks: a landscape, and a canvas whose files are small only at a low quality.
  vi.spyOn(globalThis, 'createImageBitmap').mockResolvedValue({
    ...{ width: 1_000, height: 800 },
    close() {},
  });
  const context = { drawImage, fillRect() {} } as Partial<CanvasRenderingContext2D>;
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give, _type, quality) => {
    qualities.push(quality as number);
    const bytes = makeJpeg((quality as number) > 0.7 ? 30_000 : 300, EXIF);
    give({ arrayBuffer: () => Promise.resolve(bytes.buffer) } as Partial<Blob> as Blob);
  });
});

/** @returns what was sent about the photo */
function renderChild(changes: Partial<ChildDetails> = {}) {
  const sent: unknown[] = [];
  let child = buildChildDetails(changes);
  answer('GET /myChildren/:id', () => child);
  answer('PUT /myChildren/:id/photo', ({ body }) => {
    sent.push(body);
    child = { ...child, photo };
    return { status: true as const };
  });
  answer('DELETE /myChildren/:id/photo', () => {
    sent.push('erase');
    child = { ...child, photo: null };
    return { status: true as const };
  });
  renderApp(<Child id={child._id} isConfirmed />, { user: student });
  return sent;
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const choose = async (file: File) =>
  userEvent
    .setup({ applyAccept: false })
    .upload(await screen.findByLabelText(/^Choose a.* photo of Mia/), file);
const picture = new File(['x'], 'mia.jpg', { type: 'image/jpeg' });

slowTest(
  'a parent chooses the part of a picture, agrees and sends it small, without what the camera wrote',
  async () => {
    const sent = renderChild();
    await choose(picture);
    expect(screen.getByRole('img', { name: 'How the team sees Mia' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Photo' })).toHaveFocus();
    // The largest square, in the middle.
    expect(drawImage.mock.lastCall?.slice(1, 5)).toEqual([100, 0, 800, 800]);
    fireEvent.change(screen.getByLabelText('Closer'), { target: { value: '2' } });
    fireEvent.change(screen.getByLabelText('Left or right'), { target: { value: '1' } });
    expect(drawImage.mock.lastCall?.slice(1, 5)).toEqual([600, 160, 400, 400]);

    await press('Save photo');
    expect(await screen.findByText('We can keep the photo only if you agree to it.')).toBeVisible();
    expect(sent).toEqual([]);
    await userEvent.click(await screen.findByLabelText(/^I agree/));
    await press('Save photo');
    await findDialog('Thank you, the photo is saved');
    expect(sent).toEqual([{ jpeg: SMALL, consent: FIRST_TEXT_VERSION }]);
    expect(qualities).toEqual([0.85, 0.75, 0.6]);
    expect(await screen.findByRole('img', { name: 'Photo of Mia' })).toHaveAttribute(
      'src',
      'data:image/jpeg;base64,TWlh',
    );
  },
);

// Rules: R419, R420.
test('one press takes the photo back', async () => {
  const sent = renderChild({ photo });
  await press('Remove photo');
  await findDialog('The photo is erased');
  expect(sent).toEqual(['erase']);
  await waitFor(() => expect(screen.queryByRole('img', { name: /^Photo of/ })).toBeNull());
});

test.each([
  ['a document', new File(['x'], 'a.pdf', { type: 'application/pdf' }), /This is not a picture/],
  ['a cut-off download', picture, /We can’t open this picture/],
  ['an iPhone’s photo', new File(['x'], 'IMG.HEIC', { type: '' }), /can’t open HEIC photos/],
])('%s that can’t be opened says so, and nothing is sent', async (_what, file, message) => {
  vi.spyOn(globalThis, 'createImageBitmap').mockRejectedValue(new Error('not a picture'));
  const sent = renderChild();
  await choose(file);
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText('Choose a photo of Mia')).toHaveAccessibleDescription(message);
  expect(sent).toEqual([]);
});

test('if the browser can’t make the photo small enough, or the server refuses it, the form says so', async () => {
  renderChild();
  answer('PUT /myChildren/:id/photo', () => refuse('guardian_may_not'));
  await choose(picture);
  await userEvent.click(await screen.findByLabelText(/^I agree/));
  await press('Save photo');
  expect(await screen.findByRole('alert')).toBeVisible();
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give) => give(null));
  await press('Save photo');
  expect(await screen.findByText(/can’t make the photo small/)).toBeVisible();
  await press('Cancel');
  expect(screen.queryByRole('form', { name: /^Photo of/ })).toBeNull();
});

test('who may not change the child sees its photo, and no button', async () => {
  renderChild({ photo, canChange: false, may: ['see'] });
  expect(await screen.findByRole('img', { name: 'Photo of Mia' })).toBeVisible();
  expect(screen.getByText(/day list. Given on 3 June 2026\.$/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Remove photo' })).toBeNull();
  expect(screen.queryByLabelText(/photo of Mia/)).toBeNull();
});

// Rules: R620.
test('if the consent changes while the form is open, the photo is not sent, and the chosen picture stays', async () => {
  renderChild();
  answer('PUT /myChildren/:id/photo', () => refuse('text_changed'));
  await choose(picture);
  await userEvent.click(await screen.findByLabelText(/^I agree/));
  answerTexts('2026-11-29', { photoConsent: 'The team may see {{child}}.' });
  await press('Save photo');
  const box = await screen.findByLabelText('The team may see Mia Feldsee.');
  expect(box).not.toBeChecked();
  expect(box).toHaveAccessibleDescription(/^The school has just changed/);
  expect(screen.getByRole('img', { name: 'How the team sees Mia' })).toBeVisible();
});
