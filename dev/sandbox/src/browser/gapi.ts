/// <reference lib="dom" />
import { AUTH_EVENT } from './messages.ts';

/** Google's frame, as far as the Firebase SDK uses it. */
interface GapiFrame {
  restyle(style: object): Promise<void>;
  ping(done: () => void): Promise<void>;
  register(name: string, handler: (message: { type: string; authEvent: unknown }) => unknown): void;
  send(name: string, message: object, done: (answers: Record<string, unknown>[]) => void): void;
}

declare global {
  interface Window {
    gapi?: object;
  }
}

/**
 * Stands in for Google's `gapi`, which the Firebase SDK would load from the internet to hear from its popup
 * through a hidden frame. Ours hears the popup itself, which may be on another site than the page: frames of
 * another site can't share storage with it.
 */
export function provideGapi(origin: string): void {
  const frame: GapiFrame = {
    restyle: () => Promise.resolve(),
    ping: () => Promise.resolve(),
    register(name, handler) {
      if (name !== 'authEvent') return;
      window.addEventListener('message', ({ data, origin: sender }: MessageEvent) => {
        if (sender !== origin || (data as { type?: string } | null)?.type !== AUTH_EVENT) return;
        handler({ type: name, authEvent: (data as { event: unknown }).event });
      });
    },
    send(name, _message, done) {
      try {
        done([{ [name]: true }]);
      } catch {
        // The SDK throws in its own callback even after good news; Google's frame swallows that too.
      }
    },
  };
  window.gapi = {
    load: (_modules: string, { callback }: { callback: () => void }) => callback(),
    iframes: {
      CROSS_ORIGIN_IFRAMES_FILTER: () => true,
      Iframe: Object,
      getContext: () => ({
        open: (_options: object, opened: (frame: GapiFrame) => unknown) =>
          Promise.resolve(opened(frame)),
      }),
    },
  };
}
