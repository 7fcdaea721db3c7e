import { deflateSync } from 'node:zlib';
import { FIRST_TEXT_VERSION } from '@speakifyr/contract/consents.ts';
import { ObjectId } from 'mongodb';
import { nameAnswer } from '../database/form-documents.ts';
import { makeTerms } from './forms.ts';
import { makeJpeg } from './photos.ts';
import type { TestApp } from './test-app.ts';

/** Documents as families hand them in, made byte by byte. */

/** A form that asks for a document about health. */
export const RECORD = makeTerms({
  ...{ name: 'Vaccination record', kind: 'document', text: 'Both sides, please.' },
  ...{ questions: [], isHealth: true },
});

type Pdf = {
  /** What its first object says besides. */
  catalog?: string;
  /** Objects that are packed together. */
  packed?: string;
  tail?: string;
};

/** @returns a small PDF with an empty page */
export function makePdf({ catalog = '', packed, tail = '' }: Pdf = {}): Buffer {
  const stream = packed === undefined ? Buffer.of() : deflateSync(Buffer.from(packed, 'latin1'));
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.5\n1 0 obj\n<</Type/Catalog/Pages 2 0 R${catalog}>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\n`,
    ),
    ...(packed === undefined
      ? []
      : [
          Buffer.from(
            `3 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${stream.length}>>\nstream\n`,
          ),
          stream,
          Buffer.from('\nendstream\nendobj\n'),
        ]),
    Buffer.from(`trailer\n<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n${tail}`),
  ]);
}

/** @returns a part of a PNG; nothing here reads the last 4 bytes, which check it */
function makeChunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, Buffer.from(name), content, Buffer.alloc(4)]);
}

/** @returns a PNG of one color */
export function makePng({ width = 40, height = 30, text = '', tail = '' } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    makeChunk('IHDR', header),
    ...(text ? [makeChunk('tEXt', Buffer.from(`Comment\0${text}`))] : []),
    makeChunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height))),
    makeChunk('IEND', Buffer.of()),
    Buffer.from(tail),
  ]);
}

/** Adds a document of a child to the database. @returns its id */
export async function addDocument(
  { services }: TestApp,
  personId: ObjectId,
  by: ObjectId,
  { text = '', formId = new ObjectId() } = {},
): Promise<string> {
  const { formAnswers, formParts } = services.database.collections;
  const at = services.now();
  const [_id, answerId] = [new ObjectId(), nameAnswer(formId, personId)];
  const base64 = makeJpeg({ text }).toString('base64');
  await formParts.insertOne({
    ...{ _id, answerId, personId, at, checkAfter: at, file: { type: 'image/jpeg', base64 } },
    consent: { at, by, textVersion: FIRST_TEXT_VERSION },
  });
  await formAnswers.insertOne({
    ...{ _id: answerId, formId, kind: 'document', about: 'child', personId, version: 1 },
    ...{ answers: {}, isComplete: true, at, by, signatures: [], revision: 1 },
    files: [{ _id, name: 'card.jpg', size: base64.length, at, state: 'sent' }],
  });
  return _id.toHexString();
}

/** A document as it is sent, with the consent that one about health needs. */
export function makeFile(
  bytes: Buffer = makeJpeg({ width: 64, height: 32 }),
  { id = new ObjectId().toHexString(), name = 'card.jpg' } = {},
) {
  return {
    file: { id, name, base64: bytes.toString('base64') },
    consent: FIRST_TEXT_VERSION,
  };
}
