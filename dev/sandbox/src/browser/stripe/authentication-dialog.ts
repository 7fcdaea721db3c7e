/// <reference lib="dom" />
import { AUTHENTICATED, DISMISSED } from '../messages.ts';
import { addRule } from '../style-rules.ts';

const CLASS = 'speakifyr-sandbox-authentication';
let hasRules = false;

/** Shows the 3-D Secure page in a dialog until the question is answered. Escape counts as a no. */
export function showAuthentication(page: string): Promise<void> {
  if (!hasRules) {
    addRule(`.${CLASS} { box-sizing: border-box; width: min(28rem, 100% - 2rem); margin: auto; padding: 0; border: 0;
      border-radius: 12px; overflow: hidden; box-shadow: 0 12px 48px rgb(0 0 0 / 40%);
      outline: 0; }`);
    addRule(`.${CLASS}::backdrop { background: rgb(0 0 0 / 55%); }`);
    addRule(`.${CLASS} iframe { display: block; width: 100%; height: 22rem; border: 0; }`);
    hasRules = true;
  }
  const dialog = document.createElement('dialog');
  dialog.className = CLASS;
  dialog.setAttribute('aria-label', '3D Secure 2 authentication');
  const frame = document.createElement('iframe');
  frame.title = '3D Secure 2 authentication';
  frame.src = page;
  document.body.append(dialog);
  // Still empty, so that the dialog gets the focus: a frame would lose it while its page loads.
  dialog.showModal();
  frame.addEventListener('load', () => frame.focus());
  dialog.append(frame);

  return new Promise((resolve) => {
    const { origin } = new URL(page);
    function receive({ data, source }: MessageEvent): void {
      if (source !== frame.contentWindow || data !== AUTHENTICATED) return;
      window.removeEventListener('message', receive);
      dialog.close();
      dialog.remove();
      resolve();
    }
    window.addEventListener('message', receive);
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      frame.contentWindow?.postMessage(DISMISSED, origin);
    });
  });
}
