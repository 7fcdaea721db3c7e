import { inflateSync } from 'node:zlib';
import {
  type FileType,
  MAX_FILE_BYTES,
  MAX_FILE_NAME,
  MAX_FILE_PIXELS,
} from '@speakifyr/contract/form-answers.ts';
import { leaveOnlyPicture, measureJpeg } from '@speakifyr/contract/photo-file.ts';

/**
 * What a document may be: a PDF, a JPEG or a PNG, by what it contains and not by its name. The server never shows one, and
 * hands it out only as an attachment; this keeps what is in them harmless for who opens it, too. R693
 */

const ENDINGS: Record<FileType, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

type Read = { type: FileType; bytes: Uint8Array } | { problem: string };

/**
 * Reads a document that somebody hands in.
 * @returns the bytes to store, of a picture without place, time and camera; or what is wrong, for a parent
 */
export function readDocument(bytes: Buffer): Read {
  if (bytes.length === 0) return { problem: 'This file is empty. Please choose another one.' };
  if (bytes.length > MAX_FILE_BYTES) return { problem: 'This file is larger than 4 MB.' };
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return readPdf(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return readJpeg(bytes);
  if (bytes.subarray(0, 8).equals(PNG_START)) return readPng(bytes);
  return { problem: 'Please choose a PDF, a JPEG or a PNG.' };
}

/** The name with the ending of what it is, so that it opens with the right program. */
export function nameDocument(name: string, type: FileType): string {
  const plain = name
    .replace(/^.*[\\/]|\.[^.]*$/gs, '')
    .replace(/[^\p{L}\p{N}\p{M} ._()-]/gu, '_')
    .trim();
  const ending = `.${ENDINGS[type]}`;
  return `${plain.slice(0, MAX_FILE_NAME - ending.length) || 'document'}${ending}`;
}

const BROKEN = { problem: 'We can’t read this file. It may not have been saved as a whole.' };
const TOO_LARGE = { problem: 'This picture is too large. Please make it smaller.' };

function readJpeg(bytes: Buffer): Read {
  const size = measureJpeg(bytes);
  const picture = leaveOnlyPicture(bytes);
  if (!size || !picture) return BROKEN;
  return size.width * size.height > MAX_FILE_PIXELS
    ? TOO_LARGE
    : { type: 'image/jpeg', bytes: picture };
}

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The picture, and how to show it. What else a PNG may have are words and places. */
const PNG_PARTS = ['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'pHYs', 'IDAT', 'IEND'];

/** A PNG is its parts: each with a length of 4 bytes, a name of 4, and 4 bytes to check it. */
function readPng(bytes: Buffer): Read {
  const kept: Buffer[] = [PNG_START];
  let start = PNG_START.length;
  let isWhole = false;
  while (!isWhole && start + 12 <= bytes.length) {
    const end = start + 12 + bytes.readUInt32BE(start);
    const name = bytes.toString('latin1', start + 4, start + 8);
    if (end > bytes.length || (kept.length === 1 && name !== 'IHDR')) return BROKEN;
    if (PNG_PARTS.includes(name)) kept.push(bytes.subarray(start, end));
    isWhole = name === 'IEND';
    start = end;
  }
  const [, header] = kept;
  if (!isWhole || start !== bytes.length || !header || header.length < 25) return BROKEN;
  return header.readUInt32BE(8) * header.readUInt32BE(12) > MAX_FILE_PIXELS
    ? TOO_LARGE
    : { type: 'image/png', bytes: Buffer.concat(kept) };
}

/** Names of a PDF for what it does by itself, or brings along. */
const ACTIVE =
  /\/(?:JS|JavaScript|Launch|EF|EmbeddedFiles?|FileAttachment|GoToE|RichMedia|Rendition|Movie|XFA|ImportData|SubmitForm)\b/;
/** How much the lists of objects in a PDF may unpack to, in bytes. */
const MAX_UNPACKED = 4 * 1024 * 1024;
/** More than any program writes: each takes the server some time. */
const MAX_PACKED = 500;
const MAX_NUMBERED_LETTERS = 20_000;
/** How many letters may describe the bytes of an object. */
const MAX_DESCRIPTION = 2_000;

function readPdf(bytes: Buffer): Read {
  const text = bytes.toString('latin1');
  if (!/%%EOF\s*$/.test(text.slice(-1024))) return BROKEN;
  const objects = listObjects(text, bytes);
  if (objects === undefined) return BROKEN;
  if (/\/Encrypt\b/.test(objects))
    return { problem: 'This PDF has a password. Please save it without one.' };
  if (ACTIVE.test(objects))
    return {
      problem:
        'This PDF has a program or another file in it. Please print it as a new PDF, or take a picture of it.',
    };
  return { type: 'application/pdf', bytes };
}

/**
 * What a PDF says about its objects, without the bytes of pictures and fonts, in which any letters may stand. Names may be
 * written with numbers for letters, and objects may be packed.
 * @returns undefined if something can't be unpacked
 */
function listObjects(text: string, bytes: Buffer): string | undefined {
  let plain = '';
  let from = 0;
  let left = MAX_UNPACKED;
  let packed = 0;
  for (const { index, 0: word } of text.matchAll(/\bstream(?:[ \t]*\r?\n|\r)/g)) {
    // Inside of another one.
    if (index < from) continue;
    const before = text.slice(from, index);
    const begins = index + word.length;
    const end = text.indexOf('endstream', begins);
    if (end < 0) return undefined;
    plain += before;
    // What describes the bytes stands right before them.
    const about = readNames(before.slice(-MAX_DESCRIPTION));
    if (about === undefined) return undefined;
    if (/\/ObjStm\b/.test(about)) {
      packed += 1;
      if (packed > MAX_PACKED) return undefined;
      const unpacked = unpack(bytes.subarray(begins, end), left);
      if (unpacked === undefined) return undefined;
      left -= unpacked.length;
      plain += `\n${unpacked}\n`;
    }
    from = end;
  }
  return readNames(plain + text.slice(from));
}

/** @returns undefined if more letters are written as numbers than any program does */
function readNames(text: string): string | undefined {
  let count = 0;
  for (const _one of text.matchAll(/#[0-9a-f]{2}/gi)) {
    count += 1;
    if (count > MAX_NUMBERED_LETTERS) return undefined;
  }
  return text.replace(/#([0-9a-f]{2})/gi, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function unpack(packed: Buffer, maxOutputLength: number): string | undefined {
  if (maxOutputLength <= 0) return undefined;
  try {
    return inflateSync(packed, { maxOutputLength }).toString('latin1');
  } catch {
    return undefined;
  }
}
