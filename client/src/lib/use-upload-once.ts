import { useRef } from 'react';
import { uploadImage } from './upload-image.ts';

/**
 * A form's upload. A form that is sent again with the same picture, for example after another field was wrong, does not
 * upload it again.
 * @returns `uploadImage` that remembers its pictures
 */
export function useUploadOnce(): typeof uploadImage {
  const done = useRef(new WeakMap<File, string>());
  return async (file, maxSide) => {
    const url = done.current.get(file) ?? (await uploadImage(file, maxSide));
    done.current.set(file, url);
    return url;
  };
}

/**
 * The upload of a person's photo.
 * @param markField shows an error next to the field
 * @returns a function that uploads a photo and returns its address, or undefined after a failure
 */
export function usePhotoUpload(
  markField: (message: string) => void,
): (file: File) => Promise<string | undefined> {
  const uploadOnce = useUploadOnce();
  return async (file) => {
    try {
      return await uploadOnce(file);
    } catch (error) {
      console.error('Could not upload the photo', error);
      markField('Please, Upload an Image');
      return undefined;
    }
  };
}
