/// <reference lib="dom" />
import { AUTH_EVENT } from './messages.ts';

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
