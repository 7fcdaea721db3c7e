import { FIRST_TEXT_VERSION } from '@speakifyr/contract/consents.ts';
import { PHOTO_PIXELS } from '@speakifyr/contract/photo-file.ts';
import { ObjectId } from 'mongodb';
import type { TestApp } from './test-app.ts';

/** Photos of children, made byte by byte: a gray square that any program can open. */

/** @returns a part of a JPEG with its length */
export function makeSegment(marker: number, content: number[] | Buffer): Buffer {
  const length = content.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 0xff, ...content]);
}

type Jpeg = {
  width?: number;
  height?: number;
  /** Sent before the picture, such as metadata. */
  extra?: Buffer[];
  /** After its end. */
  tail?: Buffer;
  /** In the file, without changing the picture; at most 64 letters. */
  text?: string;
};

/** @returns a JPEG, by default a valid child's photo */
export function makeJpeg(wish: Jpeg = {}): Buffer {
  const { width = PHOTO_PIXELS, height = width, extra = [], tail = Buffer.of(), text = '' } = wish;
  const size = [height, width].flatMap((pixels) => [pixels >> 8, pixels & 0xff]);
  // One code of one bit.
  const oneCode = (table: number) => [table, 1, ...Array<number>(15).fill(0), 0];
  // Each block is two codes: as gray as the one before, and nothing else.
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  return Buffer.concat([
    Buffer.of(0xff, 0xd8),
    ...extra,
    makeSegment(0xdb, Buffer.from(`\0${text.padEnd(64, '.')}`)),
    makeSegment(0xc0, [8, ...size, 1, 1, 0x11, 0]),
    makeSegment(0xc4, oneCode(0x00)),
    makeSegment(0xc4, oneCode(0x10)),
    makeSegment(0xda, [1, 1, 0x00, 0, 63, 0]),
    Buffer.alloc(Math.ceil(blocks / 4)),
    Buffer.of(0xff, 0xd9),
    tail,
  ]);
}

/** A photo as a parent sends it. */
export const PHOTO_BODY = {
  jpeg: makeJpeg().toString('base64'),
  consent: FIRST_TEXT_VERSION,
};

/** Adds a child's photo to the database. @returns it as in responses */
export async function addPhoto(
  app: TestApp,
  { _id }: { _id: ObjectId },
  guardian: { _id: ObjectId },
  { text = '', at = app.services.now() } = {},
): Promise<string> {
  const jpeg = makeJpeg({ text }).toString('base64');
  await app.services.database.collections.childPhotos.insertOne({
    ...{ _id, photoId: new ObjectId(), jpeg, checkAfter: at },
    consent: { at, by: guardian._id, textVersion: FIRST_TEXT_VERSION },
  });
  return jpeg;
}
