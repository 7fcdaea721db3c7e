/// <reference lib="dom" />
import { AUTHENTICATED, DISMISSED } from './messages.ts';

/** The script of the 3-D Secure page: sends the answer to Stripe, then tells the app's page. */
const buttons = [...document.querySelectorAll('button')];
const problem = document.getElementById('problem');

async function answer(result: 'complete' | 'fail'): Promise<void> {
  if (buttons.some((button) => button.disabled)) return;
  buttons.forEach((button) => (button.disabled = true));
  const query = new URLSearchParams(location.search);
  query.set('result', result);
  const response = await fetch(location.pathname, { method: 'POST', body: query }).catch(
    () => undefined,
  );
  // 400: it was answered before, in another tab. The app's page will find out how.
  if (response && response.status < 500) {
    window.parent.postMessage(AUTHENTICATED, '*');
    return;
  }
  buttons.forEach((button) => (button.disabled = false));
  problem?.removeAttribute('hidden');
}

for (const result of ['complete', 'fail'] as const) {
  document.getElementById(result)?.addEventListener('click', () => void answer(result));
}
// The page comes with disabled buttons, so that no click is lost before this script runs.
buttons.forEach((button) => (button.disabled = false));
// The app's page gives us the focus when we have loaded. A frame can't take it by itself.
window.addEventListener('focus', () => document.getElementById('complete')?.focus(), {
  once: true,
});
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') void answer('fail');
});
window.addEventListener('message', ({ data, source }) => {
  if (source === window.parent && data === DISMISSED) void answer('fail');
});
