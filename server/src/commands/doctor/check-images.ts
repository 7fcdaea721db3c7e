import { readWebSettings } from '@speakifyr/contract/web-settings.ts';
import { checkEnvironment } from '../../environment.ts';
import { isOwnPicture } from '../../own-picture.ts';
import { ask, type Finding, ok, readErrorMessage, type Settings, unknown, wrong } from './check.ts';

/** One transparent pixel, as PNG. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Checks that pictures can be uploaded. Only on request, because the picture stays there. */
export async function checkImages(settings: Settings, isUploading: boolean): Promise<Finding[]> {
  const about = 'Pictures';
  if (!isUploading) return [unknown(about, 'not tested; --upload uploads a one-pixel picture')];
  const { imageUploadUrl, imageUploadCloud, imageUploadPreset } = readWebSettings(settings);
  const form = new FormData();
  form.append('upload_preset', imageUploadPreset);
  form.append('cloud_name', imageUploadCloud);
  form.append(
    'file',
    new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' }),
    'doctor.png',
  );
  const answer = await ask(imageUploadUrl, { method: 'POST', body: form });
  if (!answer) return [wrong(about, 'the picture host does not answer')];
  const { secure_url } = answer.body;
  if (answer.status === 200 && typeof secure_url === 'string') {
    const origins = checkEnvironment(settings).settings?.IMAGE_ORIGINS;
    if (origins && !isOwnPicture(secure_url, origins))
      return [wrong(about, 'can be uploaded, but IMAGE_ORIGINS does not list the picture host')];
    return [ok(about, 'can be uploaded')];
  }
  const message = readErrorMessage(answer);
  return [
    wrong(
      about,
      /preset/i.test(message)
        ? 'VITE_CLOUDINARY_UPLOAD_PRESET is not an unsigned preset'
        : 'there is no cloud with the name in VITE_CLOUDINARY_CLOUD_NAME',
    ),
  ];
}
