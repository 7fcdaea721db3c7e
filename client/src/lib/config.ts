import type { WebSettings } from '@speakifyr/contract/web-settings.ts';

/** The settings, which every page contains as JSON. */
export const {
  apiUrl,
  firebase,
  stripePublishableKey,
  imageUploadUrl,
  imageUploadCloud,
  imageUploadPreset,
  currency,
  currencyLabel,
  timeZone,
  adultsJoin,
  maxSeats,
} = readConfig();

function readConfig(): WebSettings {
  // The build draws pages without a browser: there is no document yet, and no calls are made.
  if (import.meta.env.SSR) return {} as WebSettings;
  const text = document.getElementById('config')?.textContent;
  if (!text) throw new Error('The page has no <script type="application/json" id="config">');
  return JSON.parse(text) as WebSettings;
}
