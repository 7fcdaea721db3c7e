import type { WebSettings } from '@speakifyr/contract/web-settings.ts';

/** The settings that index.html carries as JSON. */
export const { apiUrl, firebase, stripePublishableKey, imageUploadUrl, imageUploadPreset } =
  readConfig();

function readConfig(): WebSettings {
  // While a page is made at build time there is nobody to ask for anything.
  if (import.meta.env.SSR) return {} as WebSettings;
  const text = document.getElementById('config')?.textContent;
  if (!text) throw new Error('index.html has no <script type="application/json" id="config">');
  return JSON.parse(text) as WebSettings;
}
