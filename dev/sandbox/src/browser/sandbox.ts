/// <reference lib="dom" />
import { addRule } from './style-rules.ts';
import { provideStripe } from './stripe/stripe.ts';
import { AUTH_EVENT } from './messages.ts';

/**
 * The app's page loads this script before the app when it runs on the sandbox. It replaces what the vendors' SDKs
 * would load from the internet. All addresses are at the origin of this script.
 */
const { origin } = new URL((document.currentScript as HTMLScriptElement).src);

configureFirebase(origin);
provideGapi(origin);
provideStripe(origin);
// The SDK's notice 'Running in emulator mode' would cover the bottom of every page.
addRule('.firebase-emulator-warning { display: none !important; }');

declare global {
  interface Window {
    /** Read by `initializeApp()` and `getAuth()`. */
    __FIREBASE_DEFAULTS__?: {
      config: Record<string, string>;
      emulatorHosts: Record<string, string>;
    };
    gapi?: object;
  }
}

/** Points the Firebase SDK at us. */
function configureFirebase(origin: string): void {
  const { host } = new URL(origin);
  window.__FIREBASE_DEFAULTS__ = {
    config: {
      apiKey: 'sandbox-api-key',
      projectId: 'speakifyr-sandbox',
      authDomain: host,
      appId: '1:0:web:speakifyr-sandbox',
    },
    emulatorHosts: { auth: host },
  };
}

/**
 * Replaces Google's `gapi`, which the Firebase SDK would load from the internet to get messages from its popup
 * through a hidden frame. Ours listens to the popup directly, because frames of another site can't share storage.
 */
function provideGapi(origin: string): void {
  const frame = {
    restyle: () => Promise.resolve(),
    ping: () => Promise.resolve(),
    register(name: string, handler: (message: object) => unknown): void {
      if (name !== 'authEvent') return;
      window.addEventListener('message', ({ data, origin: sender }: MessageEvent) => {
        if (sender !== origin || (data as { type?: string } | null)?.type !== AUTH_EVENT) return;
        handler({ type: name, authEvent: (data as { event: unknown }).event });
      });
    },
    send(name: string, _message: object, done: (answers: object[]) => void): void {
      try {
        done([{ [name]: true }]);
      } catch {
        // The SDK throws in its own callback even after a success. Google's frame ignores that too.
      }
    },
  };
  window.gapi = {
    load: (_modules: string, { callback }: { callback: () => void }) => callback(),
    iframes: {
      CROSS_ORIGIN_IFRAMES_FILTER: () => true,
      Iframe: Object,
      getContext: () => ({
        open: (_options: object, opened: (given: typeof frame) => unknown) =>
          Promise.resolve(opened(frame)),
      }),
    },
  };
}
