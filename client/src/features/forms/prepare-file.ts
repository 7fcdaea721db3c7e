import { FILE_TYPES, MAX_FILE_BYTES } from '@speakifyr/contract/form-answers.ts';
import type { TypedFile } from '@speakifyr/contract/form-files.ts';
import { makeId } from '../../lib/make-id.ts';
import { redrawPicture } from '../../lib/redraw-picture.ts';

/** Makes what is sent of a file that somebody has chosen, without leaving the browser. R693 */

/** What can be chosen: a phone then offers its camera, too. */
export const FILE_ACCEPT = FILE_TYPES.join(',');

/** The longer side of a picture, in pixels: small print on a page stays readable. */
const MAX_SIDE = 2_400;

/** Why a file can't be sent, for the person to read. */
export class FileProblem extends Error {
  override name = 'FileProblem';
}

/**
 * Reads a PDF as it is, and makes a picture smaller, upright, without what the camera wrote.
 * @returns it with an id of its own, so that a second try sends the same file
 * @throws {FileProblem} if it is none of these, or too large
 */
export async function prepareFile(file: File): Promise<TypedFile> {
  const name = file.name;
  const made = isPdf(file) ? checkPdf(file) : await makeSmaller(file);
  return { id: makeId(), name: name.slice(-MAX_SENT_NAME), base64: await readBase64(made) };
}

/** The server shortens it further. The end has the ending. */
const MAX_SENT_NAME = 120;

/** Some phones don't say a file's type. */
function isPdf({ type, name }: File): boolean {
  return type === 'application/pdf' || (!type && /\.pdf$/i.test(name));
}

function checkPdf(file: File): File {
  if (file.size > MAX_FILE_BYTES)
    throw new FileProblem(
      'This PDF is larger than 4 MB. Please save it smaller, or take a picture of each page.',
    );
  return file;
}

async function makeSmaller(file: File): Promise<File> {
  const isHeic = /hei[cf]/i.test(`${file.type} ${file.name}`);
  if (!isHeic && !file.type.startsWith('image/'))
    throw new FileProblem('Please choose a PDF, a JPEG or a PNG.');
  try {
    return await redrawPicture(file, MAX_SIDE, MAX_FILE_BYTES);
  } catch {
    throw new FileProblem(
      isHeic
        ? 'This browser can’t open HEIC pictures. Please save it as JPEG, or choose it on your iPhone.'
        : 'We can’t open this picture. Please choose another one.',
    );
  }
}

/** @throws {FileProblem} if the file is gone by now, such as one in a cloud */
async function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () =>
      reject(new FileProblem('We can’t read this file. Please choose it again.'));
    reader.readAsDataURL(file);
  });
}
