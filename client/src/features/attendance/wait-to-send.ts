import { countOf } from '../../lib/count-of.ts';
import { confirmAction } from '../../lib/dialogs.ts';
import { leaving } from '../../session/before-leaving.ts';

const AGAIN_MS = 10_000;

type Waiting = {
  send: () => Promise<void>;
  countUnsent: () => number;
  /** Whether a reload would lose a tap. */
  mayLose: () => boolean;
};

/**
 * Until everything is sent, tries again and again, and asks before the page closes or the person logs out.
 * @returns stops it
 */
export function waitToSend({ send, countUnsent, mayLose }: Waiting): () => void {
  const again = () => void send();
  const ask = (event: BeforeUnloadEvent) => {
    if (mayLose()) event.preventDefault();
  };
  /** Sends first. @returns whether the person may log out: everything is sent, or they don't mind */
  leaving.ask = async () => {
    await send();
    const count = countUnsent();
    if (count === 0) return true;
    return confirmAction({
      titleText: countOf(count, 'tap is not sent', 'taps are not sent'),
      text: 'We have just tried again. If you log out now, they are lost. Wait for the connection, or write them on paper.',
      confirm: 'Log out',
    });
  };
  const timer = setInterval(again, AGAIN_MS);
  window.addEventListener('focus', again);
  window.addEventListener('online', again);
  window.addEventListener('beforeunload', ask);
  return () => {
    delete leaving.ask;
    clearInterval(timer);
    window.removeEventListener('focus', again);
    window.removeEventListener('online', again);
    window.removeEventListener('beforeunload', ask);
  };
}
