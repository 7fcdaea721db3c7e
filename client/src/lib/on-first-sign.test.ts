import { expect, test, vi } from 'vitest';
import { onFirstSign } from './on-first-sign.ts';

test('the first scroll, touch or key calls back, and only once', () => {
  const act = vi.fn();
  onFirstSign(act);
  expect(act).not.toHaveBeenCalled();

  window.dispatchEvent(new Event('wheel'));
  window.dispatchEvent(new Event('scroll'));

  expect(act).toHaveBeenCalledOnce();
});

test('nothing is called after the page is gone', () => {
  const act = vi.fn();
  const stop = onFirstSign(act);

  stop();
  window.dispatchEvent(new Event('keydown'));

  expect(act).not.toHaveBeenCalled();
});
