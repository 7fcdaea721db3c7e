import { IMAGE_TYPES, MAX_IMAGE_BYTES } from '@speakifyr/contract/limits.ts';

export const MAX_IMAGE_MEGABYTES = MAX_IMAGE_BYTES / 1024 / 1024;

/**
 * Checks a picture before its upload, as a form's `validate`.
 * @param missing the message if no picture was chosen
 * @returns true, or the error message
 */
export function checkImage(files: FileList | undefined, missing: string): true | string {
  const file = files?.[0];
  if (!file) return missing;
  if (!IMAGE_TYPES.includes(file.type))
    return 'Please choose a JPEG, PNG, WebP, AVIF or GIF picture';
  if (file.size > MAX_IMAGE_BYTES)
    return `Please choose a picture of up to ${MAX_IMAGE_MEGABYTES} MB`;
  return true;
}
