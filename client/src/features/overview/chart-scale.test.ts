import { expect, test } from 'vitest';
import { listScaleLines } from './chart-scale.ts';

test('a chart’s lines are round numbers that reach beyond its highest value', () => {
  expect(listScaleLines(603)).toEqual([0, 200, 400, 600, 800]);
  expect(listScaleLines(90)).toEqual([0, 25, 50, 75, 100]);
  expect(listScaleLines(10_715.5)).toEqual([0, 5_000, 10_000, 15_000, 20_000]);
});

test('a value on the highest line needs no line above it', () => {
  expect(listScaleLines(400).at(-1)).toBe(400);
});

test('a chart without values still has lines', () => {
  expect(listScaleLines(0)).toEqual([0, 1, 2, 3, 4]);
});

test('a chart has lines below 0 down to its lowest value', () => {
  expect(listScaleLines(90, -30)).toEqual([-50, -25, 0, 25, 50, 75, 100]);
  expect(listScaleLines(0, -60)).toEqual([-60, -40, -20, 0]);
});
