/// <reference lib="dom" />

declare global {
  interface Window {
    /** Read by `initializeApp()` and `getAuth()`. */
    __FIREBASE_DEFAULTS__?: {
      config: Record<string, string>;
      emulatorHosts: Record<string, string>;
    };
  }
}

/** Points the Firebase SDK at us. */
export function configureFirebase(origin: string): void {
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
