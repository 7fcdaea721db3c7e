import { useRef } from 'react';
import { uploadImage } from './upload-image.ts';

/**
 * A form's upload. A form that is sent again with the same picture, for example after another field was wrong, does not
 * upload it again.
 * @returns `uploadImage` that remembers its last picture
 */
export function useUploadOnce(): (file: File) => Promise<string> {
  const done = useRef<{ file: File; url: string }>(undefined);
  return async (file) => {
    if (done.current?.file !== file) done.current = { file, url: await uploadImage(file) };
    return done.current.url;
  };
}
