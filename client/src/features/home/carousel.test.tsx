import { FIRST_SCHOOL, setSchool } from '@speakifyr/contract/school.ts';
import { afterEach, expect, test } from 'vitest';
import { renderApp } from '../../testing/render.tsx';
import { CarouselPlace } from './carousel-place.tsx';
import { listScenes } from './scenes.ts';

afterEach(() => setSchool(FIRST_SCHOOL));

const readPicture = () => {
  const { container, unmount } = renderApp(<CarouselPlace />);
  const found = {
    src: container.querySelector('img')?.getAttribute('src'),
    title: container.querySelector('.carousel-title')?.textContent,
  };
  unmount();
  return found;
};

// Rules: R632.
test('the carousel has seven pictures, or the school’s own', () => {
  expect(listScenes()).toHaveLength(7);
  expect(readPicture()).toEqual({
    src: '/pictures/carousel-1.webp',
    title: 'Soccer in the meadow',
  });
  const slide = {
    picture: 'https://images.test/1.jpg',
    title: 'Canoes',
    alt: 'Children in canoes',
  };
  setSchool({ ...FIRST_SCHOOL, slides: [slide] });
  expect(listScenes()).toEqual([{ name: slide.picture, title: 'Canoes', alt: slide.alt }]);
  expect(readPicture()).toEqual({ src: 'https://images.test/1.jpg', title: 'Canoes' });
});
