import { imageUploadPreset, imageUploadUrl } from './config.ts';
import { fetchJson } from './http.ts';

type UploadAnswer = { secure_url?: string; url?: string };

/** The image host took the picture and did not say where it lies. */
export class NoImageAddressError extends Error {
  override name = 'NoImageAddressError';
}

/**
 * Puts a picture on the image host.
 * @returns its address
 * @throws {NoImageAddressError}, or {FailedCall} when the host refuses it or cannot be reached
 */
export async function uploadImage(file: File): Promise<string> {
  const form = new FormData();
  form.append('file', file);
  form.append('upload_preset', imageUploadPreset);
  // Without our token: it is none of the host's business.
  const { data } = await fetchJson(imageUploadUrl, { method: 'POST', body: form });
  const { secure_url, url: plainUrl } = data as UploadAnswer;
  const url = secure_url ?? plainUrl;
  if (!url) throw new NoImageAddressError('The image host answered without an address');
  return url;
}
