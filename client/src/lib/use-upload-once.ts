import { useRef } from 'react';
import { uploadImage } from './upload-image.ts';

/**
 * A form's upload: sent again with the same picture, such as after another field was wrong, it does not upload the
 * picture again.
 * @returns `uploadImage` with a memory of its last picture
 */
export function useUploadOnce(): (file: File) => Promise<string> {
  const done = useRef<{ file: File; url: string }>(undefined);
  return async (file) => {
    if (done.current?.file !== file) done.current = { file, url: await uploadImage(file) };
    return done.current.url;
  };
}
