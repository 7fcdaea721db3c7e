import { IMAGE_TYPES, MAX_IMAGE_BYTES } from '@speakifyr/contract/limits.ts';

export const MAX_IMAGE_MEGABYTES = MAX_IMAGE_BYTES / 1024 / 1024;

/**
 * What is wrong with a picture that somebody has chosen; undefined if nothing is. R79
 * @param missing the message if no picture was chosen; without it, none is needed
 */
export async function checkImage(
  files: FileList | undefined,
  missing?: string,
): Promise<string | undefined> {
  const file = files?.[0];
  if (!file) return missing;
  if (!IMAGE_TYPES.includes(file.type))
    return 'Please choose a JPEG, PNG, WebP, AVIF or GIF picture';
  if (file.size > MAX_IMAGE_BYTES)
    return `Please choose a picture of up to ${MAX_IMAGE_MEGABYTES} MB`;
  return (await canOpen(file))
    ? undefined
    : 'We can’t open this picture. Please choose another one';
}

/** A form asks again with every letter that is typed into it. */
const opened = new WeakMap<File, Promise<boolean>>();

/** Decodes the picture. The file's type comes only from its name, and a download can be cut off. */
function canOpen(file: File): Promise<boolean> {
  const known = opened.get(file);
  if (known) return known;
  const opening = createImageBitmap(file).then(
    (picture) => {
      picture.close();
      return true;
    },
    () => false,
  );
  opened.set(file, opening);
  return opening;
}
