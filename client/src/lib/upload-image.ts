import { imageUploadCloud, imageUploadPreset, imageUploadUrl } from './config.ts';
import { loadAxios } from './http.ts';
import { redrawPicture } from './redraw-picture.ts';

type UploadAnswer = { secure_url?: string; url?: string };

/** The image host took the picture but did not say where it is. */
export class NoImageAddressError extends Error {
  override name = 'NoImageAddressError';
}

/**
 * Uploads a picture to the image host, without what the camera wrote: no other file uploads one. R549
 * @param maxSide its longer side at most, in pixels, if it is shown small
 * @returns its address
 * @throws {NoImageAddressError}, an error of `redrawPicture`, or one that `readApiError` can read if the host refuses or
 *   cannot be reached
 */
export async function uploadImage(file: File, maxSide?: number): Promise<string> {
  const form = new FormData();
  form.append('file', await redrawPicture(file, maxSide));
  form.append('upload_preset', imageUploadPreset);
  form.append('cloud_name', imageUploadCloud);
  // Not the API's instance: the image host must not get our token.
  const axios = await loadAxios();
  const { data } = await axios.post<UploadAnswer | undefined>(imageUploadUrl, form);
  const url = data?.secure_url ?? data?.url;
  if (!url) throw new NoImageAddressError('The image host answered without an address');
  return url;
}
