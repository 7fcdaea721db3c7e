import { LABELS } from '@speakifyr/contract/labels.ts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '../../testing/render.tsx';

test('picture and texts slide in, and the button stays where somebody may already press it', async () => {
  // The banner moves only once.
  vi.resetModules();
  const { Banner } = await import('./banner.tsx');
  vi.spyOn(performance, 'now').mockReturnValue(0);
  const moved: Element[] = [];
  const { animate } = Element.prototype;
  vi.spyOn(Element.prototype, 'animate').mockImplementation(function (this: Element, ...rest) {
    moved.push(this);
    return animate.apply(this, rest);
  });
  renderApp(<Banner />);

  const movedWith = (element: Element) => moved.some((one) => one.contains(element));
  expect(movedWith(screen.getByRole('heading', { level: 1 }))).toBe(true);
  expect(movedWith(screen.getByRole('img', { name: /^A summer camp/ }))).toBe(true);
  expect(movedWith(screen.getByRole('link', { name: LABELS.joinCamp }))).toBe(false);
});
