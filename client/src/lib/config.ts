import { FIRST_SCHOOL, setSchool } from '@speakifyr/contract/school.ts';
import type { WebSettings } from '@speakifyr/contract/web-settings.ts';

/** The settings, which every page contains as JSON. */
export const {
  apiUrl,
  firebase,
  stripePublishableKey,
  imageUploadUrl,
  imageUploadCloud,
  imageUploadPreset,
  texts,
} = readConfig();

function readConfig(): WebSettings {
  // The build draws pages without a browser: there is no document yet, and no calls are made.
  if (import.meta.env.SSR) return {} as WebSettings;
  const text = document.getElementById('config')?.textContent;
  if (!text) throw new Error('The page has no <script type="application/json" id="config">');
  const settings = JSON.parse(text) as WebSettings;
  if (settings.school) setSchool({ ...FIRST_SCHOOL, ...settings.school });
  return settings;
}
