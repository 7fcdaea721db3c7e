import { expect, test } from 'vitest';
import { cutToDifference } from './cut-to-difference.ts';

const TEXT = 'Bring a hat and a bottle of water, and a rain jacket on days with clouds.';

test('short texts stay whole', () => {
  expect(cutToDifference('Every day', '')).toEqual(['Every day', '']);
});

test('a long text begins shortly before what differs, with a whole word', () => {
  const [one, other] = cutToDifference(`${TEXT} ${TEXT} End`, `${TEXT} ${TEXT} 🏕`);
  expect(one).toBe('…rain jacket on days with clouds. End');
  expect(other).toBe('…rain jacket on days with clouds. 🏕');
});

test('what differs at the start of a long text is cut at its end', () => {
  const [one, other] = cutToDifference(`A ${TEXT} ${TEXT}`, `B ${TEXT}`);
  expect(one).toMatch(/^A Bring.{73}…$/);
  expect(other).toMatch(/^B Bring/);
});

test('a word without an end is shown from its start on, and texts of which one is longer differ at its end', () => {
  const long = 'x'.repeat(200);
  expect(cutToDifference(`${long}1`, `${long}2`)[0]).toHaveLength(81);
  expect(cutToDifference(TEXT + TEXT, `${TEXT}${TEXT} More`)[1]).toMatch(/^….* More$/);
});
