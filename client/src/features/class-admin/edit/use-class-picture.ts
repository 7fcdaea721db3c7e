import { showError } from '../../../lib/dialogs.ts';
import { NoImageAddressError } from '../../../lib/upload-image.ts';
import { useUploadOnce } from '../../../lib/use-upload-once.ts';

/**
 * The upload of a course's picture. After a failure it tells the person, spec section 8.
 * @param markField shows an error next to the field
 * @returns a function that uploads a picture and returns its address, or undefined after a failure
 */
export function useCoursePicture(
  markField: (message: string) => void,
): (file: File) => Promise<string | undefined> {
  const uploadOnce = useUploadOnce();
  return async (file) => {
    try {
      return await uploadOnce(file);
    } catch (error) {
      console.error('Could not upload the picture', error);
      if (error instanceof NoImageAddressError) {
        await showError('Something went wrong');
        return undefined;
      }
      markField('Please, Upload an Image');
      await showError(
        'The picture could not be uploaded. Please try again, or choose another one.',
        { titleText: 'Please, Upload an Image' },
      );
      return undefined;
    }
  };
}
