/// <reference lib="dom" />
import { AUTH_EVENT } from './messages.ts';

/** The part of Google's frame that the Firebase SDK uses. */
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
 * Replaces Google's `gapi`, which the Firebase SDK would load from the internet to get messages from its popup
 * through a hidden frame. Ours listens to the popup directly, because frames of another site can't share storage.
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
        open: (_options: object, opened: (frame: GapiFrame) => unknown) =>
          Promise.resolve(opened(frame)),
      }),
    },
  };
}
