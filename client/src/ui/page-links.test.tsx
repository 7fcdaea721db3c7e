import { expect, test } from 'vitest';
import { renderApp } from '../testing/render.tsx';
import { PageLinks } from './page-links.tsx';

/** What a person reads: the numbers and the dots between them. */
function readPages(page: number, pageCount: number): string {
  const { container } = renderApp(
    <PageLinks page={page} pageCount={pageCount} linkTo={(to) => `?page=${to}`} />,
  );
  return [...container.querySelectorAll('li')].map((item) => item.textContent).join(' ');
}

test.each([
  [1, 4, '1 2 3 4'],
  [1, 5, '1 2 …5'],
  [3, 5, '1 2 3 4 5'],
  [5, 9, '1 …4 5 6 …9'],
  [4, 9, '1 2 3 4 5 …9'],
  [9, 9, '1 …8 9'],
])('page %i of %i: dots take the place of two pages or more', (page, pageCount, text) => {
  expect(readPages(page, pageCount)).toBe(text);
});
