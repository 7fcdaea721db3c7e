import { expect, test } from 'vitest';
import type { OwnTap } from './kept-taps.ts';
import {
  addTap,
  dropSent,
  EMPTY_QUEUE,
  findBatch,
  forgetRefused,
  markOffline,
  settleTaps,
  takeOverRefused,
  takeOverTaps,
} from './unsent-taps.ts';

const DAY = '2026-08-03';

function buildOwn(_id: string, classId = 'guitar', undoes?: string): OwnTap {
  const tap = { _id, personId: 'mia', kind: 'in' as const, at: `${DAY}T03:04:00.000Z` };
  return { classId, day: DAY, tap: undoes ? { ...tap, undoes } : tap };
}

const [one, two] = [buildOwn('1'), buildOwn('2')];
const other = buildOwn('3', 'sailing');
const queue = [one, other, two].reduce(addTap, EMPTY_QUEUE);
const refuse = (own: OwnTap) => ({ ...own, problem: 'not_in_class' as const });
const ids = (taps: OwnTap[]) => taps.map(({ tap }) => tap._id);

// Rules: R403.
test('a batch is the oldest tap and the others of its class and day, at most 100', () => {
  expect(ids(findBatch(queue))).toEqual(['1', '2']);
  expect(findBatch(EMPTY_QUEUE)).toEqual([]);
  const tomorrow = { ...two, day: '2026-08-04' };
  expect(ids(findBatch([one, tomorrow].reduce(addTap, EMPTY_QUEUE)))).toEqual(['1']);
  const many = Array.from({ length: 101 }, (_none, index) => buildOwn(String(index)));
  expect(findBatch(many.reduce(addTap, EMPTY_QUEUE))).toHaveLength(100);
});

test('a tap that the server has answered is not sent again; a refused one is shown', () => {
  const settled = settleTaps(queue, [one, two], [refuse(two)]);
  expect(ids(settled.unsent)).toEqual(['3']);
  expect(settled.refused).toEqual([refuse(two)]);
  expect(settleTaps(settled, [other], [refuse(other)]).refused).toHaveLength(2);
});

test('if a refused tap was undone, only the first refusal is shown', () => {
  const undo = buildOwn('4', 'guitar', '1');
  const both = [one, undo];
  const { refused } = settleTaps(both.reduce(addTap, EMPTY_QUEUE), both, both.map(refuse));
  expect(ids(refused)).toEqual(['1']);
  // Only the undoing was refused: the tap itself counts.
  expect(ids(settleTaps(EMPTY_QUEUE, both, [refuse(undo)]).refused)).toEqual(['4']);
});

test('taps that could not be sent stay, and say that they are late', () => {
  const { unsent } = markOffline(queue, [one, two]);
  expect(unsent.map(({ tap }) => [tap._id, tap.offline])).toEqual([
    ['1', true],
    ['3', undefined],
    ['2', true],
  ]);
});

test('taps of an earlier visit come first and are late; those that are known stay as they are', () => {
  const state = addTap(EMPTY_QUEUE, two);
  const { unsent } = takeOverTaps(state, [one, two]);
  expect(unsent.map(({ tap }) => [tap._id, tap.offline])).toEqual([
    ['1', true],
    ['2', undefined],
  ]);
  expect(takeOverTaps(state, [two])).toBe(state);
});

test('a tap is dropped once the device had it and has it no more: another tab has sent it', () => {
  // The third one is not on the device yet, or never will be: a browser without storage.
  const seen = new Set(['1', '2']);
  expect(ids(dropSent(queue, new Set(['2']), seen).unsent)).toEqual(['3', '2']);
  expect(ids(dropSent(queue, new Set(), new Set()).unsent)).toEqual(['1', '3', '2']);
});

test('a refusal that was read is forgotten, on its list alone', () => {
  const state = { unsent: [], refused: [one, other, { ...two, day: '2026-08-04' }].map(refuse) };
  expect(ids(forgetRefused(state, 'guitar', DAY).refused)).toEqual(['3', '2']);
});

// Rules: R715.
test('refusals of an earlier visit come once, and go when another tab has read them', () => {
  const state = takeOverRefused(EMPTY_QUEUE, [refuse(one)], new Set());
  expect(ids(state.refused)).toEqual(['1']);
  expect(ids(settleTaps(state, [one], [refuse(one)]).refused)).toEqual(['1']);
  expect(ids(takeOverRefused(state, [refuse(one)], new Set(['1'])).refused)).toEqual(['1']);
  expect(takeOverRefused(state, [], new Set(['1'])).refused).toEqual([]);
  // Read in this tab, and not deleted yet.
  expect(takeOverRefused(EMPTY_QUEUE, [refuse(one)], new Set(['1'])).refused).toEqual([]);
});
