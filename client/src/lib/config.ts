/**
 * Settings that are known only when the app is built or served. They stand in index.html as JSON, so that the app's
 * own script is the same bytes against real services and against the sandbox.
 */
export type Config = {
  /** Base address of the API, such as `/api`. */
  apiUrl: string;
  /** Left out where `window.__FIREBASE_DEFAULTS__` says it. */
  firebase?: { apiKey: string; authDomain: string; projectId: string; appId: string };
  stripePublishableKey: string;
  /** Where a picture is posted to, and with which of the host's presets. */
  imageUploadUrl: string;
  imageUploadPreset: string;
};

export const { apiUrl, firebase, stripePublishableKey, imageUploadUrl, imageUploadPreset } =
  readConfig();

function readConfig(): Config {
  // While a page is made at build time there is nobody to ask for anything.
  if (import.meta.env.SSR) return {} as Config;
  const text = document.getElementById('config')?.textContent;
  if (!text) throw new Error('index.html has no <script type="application/json" id="config">');
  return JSON.parse(text) as Config;
}
