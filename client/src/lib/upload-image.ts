import { imageUploadPreset, imageUploadUrl } from './config.ts';

type UploadAnswer = { secure_url?: string; url?: string };

/** The image host took the picture and did not say where it lies. */
export class NoImageAddressError extends Error {
  override name = 'NoImageAddressError';
}

/**
 * Puts a picture on the image host.
 * @returns its address
 * @throws {NoImageAddressError}, or what axios throws when the host refuses it or cannot be reached
 */
export async function uploadImage(file: File): Promise<string> {
  // Not over lib/http.ts: our token is none of the host's business.
  const { default: axios } = await import('axios');
  const form = new FormData();
  form.append('file', file);
  form.append('upload_preset', imageUploadPreset);
  const { data } = await axios.post<UploadAnswer>(imageUploadUrl, form);
  const url = data.secure_url ?? data.url;
  if (!url) throw new NoImageAddressError('The image host answered without an address');
  return url;
}
