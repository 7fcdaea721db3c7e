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

// Rules: R619.
test('a school’s own words take the place of the first ones, and an empty one leaves nothing', async () => {
  vi.resetModules();
  const { setSchool, FIRST_SCHOOL } = await import('@speakifyr/contract/school.ts');
  const { Banner } = await import('./banner.tsx');
  const { container, unmount } = renderApp(<Banner />);
  expect(container.querySelectorAll('.banner-text p')).toHaveLength(3);
  unmount();
  const words = { headline: 'Into the woods', lead: '', hint: '', tagline: '', line: '' };
  setSchool({ ...FIRST_SCHOOL, words });
  const own = renderApp(<Banner />);
  expect(screen.getByRole('heading', { level: 1, name: 'Into the woods' })).toBeVisible();
  expect(own.container.querySelectorAll('.banner-text p')).toHaveLength(1);
});

// Rules: R609.
test('a school’s own picture takes the place of the first one, with what it shows', async () => {
  vi.resetModules();
  const { setSchool, FIRST_SCHOOL } = await import('@speakifyr/contract/school.ts');
  const { Banner } = await import('./banner.tsx');
  setSchool({ ...FIRST_SCHOOL, home: { picture: 'https://images.test/home.jpg', alt: 'Canoes' } });
  const { container } = renderApp(<Banner />);
  expect(screen.getByRole('img', { name: 'Canoes' })).toHaveAttribute(
    'src',
    'https://images.test/home.jpg',
  );
  expect(container.querySelector('source')).toBeNull();
});
