import { IMAGE_TYPES, MAX_IMAGE_BYTES } from '@speakifyr/contract/limits.ts';

export const MAX_IMAGE_MEGABYTES = MAX_IMAGE_BYTES / 1024 / 1024;

/**
 * Checks a picture when it is chosen and again before its upload, as a form's `validate`. R79
 * @param missing the message if no picture was chosen; without it, none is needed
 * @returns true, or the error message
 */
export async function checkImage(
  files: FileList | undefined,
  missing?: string,
): Promise<true | string> {
  const file = files?.[0];
  if (!file) return missing ?? true;
  if (!IMAGE_TYPES.includes(file.type))
    return 'Please choose a JPEG, PNG, WebP, AVIF or GIF picture';
  if (file.size > MAX_IMAGE_BYTES)
    return `Please choose a picture of up to ${MAX_IMAGE_MEGABYTES} MB`;
  return (await canOpen(file)) || 'We can’t open this picture. Please choose another one';
}

/** Decodes the picture. The file's type comes only from its name, and a download can be cut off. */
async function canOpen(file: File): Promise<boolean> {
  try {
    (await createImageBitmap(file)).close();
    return true;
  } catch {
    return false;
  }
}
