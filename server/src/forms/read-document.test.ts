import { MAX_FILE_BYTES } from '@speakifyr/contract/form-answers.ts';
import { describe, expect, it } from 'vitest';
import { makePdf, makePng } from '../testing/form-files.ts';
import { makeJpeg, makeSegment } from '../testing/photos.ts';
import { nameDocument, readDocument } from './read-document.ts';

const EXIF = makeSegment(0xe1, Buffer.from('Exif\0\0 taken at 47.1, 8.5'));
/** What some programs take for a page of their own. */
const PAGE = '<html><script>alert(1)</script></html>';
const read = (bytes: Buffer) => {
  const found = readDocument(bytes);
  return 'problem' in found ? found.problem : found.type;
};

// Rules: R693.
describe('what a document is, its bytes say', () => {
  it('a PDF, a JPEG and a PNG are taken, whatever their name', () => {
    expect([makePdf(), makeJpeg(), makePng()].map(read)).toEqual([
      'application/pdf',
      'image/jpeg',
      'image/png',
    ]);
    expect(nameDocument('card.pdf', 'image/jpeg')).toBe('card.jpg');
    expect(nameDocument('../../etc/"pass\nwd"', 'application/pdf')).toBe('_pass_wd_.pdf');
    expect(nameDocument('Impfpaß Zoë.heic', 'image/png')).toBe('Impfpaß Zoë.png');
    expect(nameDocument('.exe', 'image/png')).toBe('document.png');
    expect(nameDocument('x'.repeat(300), 'image/png')).toHaveLength(120);
  });

  it('a picture keeps nothing of where and when it was taken, and nothing in words', () => {
    const taken = [makeJpeg({ extra: [EXIF] }), makePng({ text: PAGE })].map(readDocument);
    for (const one of taken) {
      const bytes = 'bytes' in one ? Buffer.from(one.bytes) : undefined;
      expect(bytes?.length).toBeGreaterThan(60);
      expect(bytes?.toString('latin1')).not.toMatch(/47\.1|script/);
    }
  });

  it.each([
    ['nothing', Buffer.of(), /empty/],
    ['a page', Buffer.from(PAGE), /PDF, a JPEG or a PNG/],
    ['a picture with drawing commands', Buffer.from('<svg onload="x()"/>'), /PDF, a JPEG or a PNG/],
    ['an archive', Buffer.from('PK\u0003\u0004'), /PDF, a JPEG or a PNG/],
    ['a PDF that begins later', Buffer.concat([Buffer.from(PAGE), makePdf()]), /PDF, a JPEG/],
    ['a PDF with something behind it', makePdf({ tail: `PK\u0003\u0004${PAGE}` }), /can’t read/],
    ['half a PDF', makePdf().subarray(0, 80), /can’t read/],
    ['a JPEG with a page behind it', makeJpeg({ tail: Buffer.from(PAGE) }), /can’t read/],
    ['half a JPEG', makeJpeg().subarray(0, 200), /can’t read/],
    ['a PNG with a page behind it', makePng({ tail: PAGE }), /can’t read/],
    ['half a PNG', makePng().subarray(0, 50), /can’t read/],
    ['4 MB and a byte', Buffer.alloc(MAX_FILE_BYTES + 1, '%PDF-'), /larger than 4 MB/],
    ['a JPEG of 100 megapixels', makeJpeg({ width: 10_000 }), /too large/],
    ['a PNG of 100 megapixels', makePng({ width: 10_000, height: 10_000 }), /too large/],
  ])('%s is refused, and it says why', (_what, bytes, why) => {
    expect(read(bytes)).toMatch(why);
  });

  it.each([
    ['a script', makePdf({ catalog: '/OpenAction<</S/JavaScript/JS(app.alert(1))>>' })],
    ['a script in other letters', makePdf({ catalog: '/AA<</O<</S/J#61vaScript/#4aS(x)>>>>' })],
    ['a script in packed objects', makePdf({ packed: '5 0 <</S/JavaScript/JS(x)>>' })],
    ['a program to start', makePdf({ catalog: '/OpenAction<</S/Launch/F(cmd.exe)>>' })],
    ['another file in it', makePdf({ catalog: '/Names<</EmbeddedFiles 9 0 R>>' })],
    ['a file pinned to a page', makePdf({ catalog: '/Subtype/FileAttachment/FS<</EF<<>>>>' })],
  ])('a PDF with %s is refused', (_what, bytes) => {
    expect(read(bytes)).toMatch(/program or another file/);
  });

  it('a PDF with a password is refused, one with packed objects is taken, and one that unpacks to too much is not', () => {
    expect(read(makePdf({ catalog: '/Encrypt 7 0 R' }))).toMatch(/password/);
    expect(read(makePdf({ packed: '5 0 <</Type/Font>>' }))).toBe('application/pdf');
    expect(read(makePdf({ packed: ' '.repeat(17 * 1024 * 1024) }))).toMatch(/can’t read/);
    // Small files that would keep the server busy.
    expect(read(makePdf({ packed: '#41'.repeat(1_000_000) }))).toMatch(/can’t read/);
    expect(read(makePdf({ catalog: '#41'.repeat(100_000) }))).toMatch(/can’t read/);
    const empty = Buffer.from('/ObjStm stream\n\x78\x9c\x03\0\0\0\0\x01endstream ', 'latin1');
    const many = Buffer.concat(Array<Buffer>(600).fill(empty));
    expect(read(Buffer.concat([Buffer.from('%PDF-1.4\n'), many, makePdf()]))).toMatch(/can’t read/);
    // Letters in the bytes of a picture are no names.
    const inside = Buffer.from('9 0 obj\n<</Length 20>>\nstream\n/JS /Launch /JS\nendstream\n');
    expect(read(Buffer.concat([Buffer.from('%PDF-1.4\n'), inside, makePdf()]))).toBe(
      'application/pdf',
    );
  });
});
