import { expect, test } from 'vitest';
import { buildClass } from '../../../testing/factories.ts';
import { type OwnClass, planWeeks } from './plan-weeks.ts';

const TODAY = '2027-05-01';
const MIA = { childId: 'mia', birthDate: '2017-06-03' };

/** Three weeks with a class each: 7, 14 and 28 June. There is none on 21 June. */
const OFFERED = [
  buildClass({ _id: 'chess', name: 'Chess', camp_start: '2027-06-07', camp_end: '2027-06-11' }),
  buildClass({ _id: 'sailing', name: 'Sailing', camp_start: '2027-06-14', camp_end: '2027-06-18' }),
  buildClass({ _id: 'robots', name: 'Robots', camp_start: '2027-06-28', camp_end: '2027-07-02' }),
];

function own(classId: string, changes: Partial<OwnClass> = {}): OwnClass {
  const {
    name = classId,
    camp_start = '2027-06-14',
    camp_end = '2027-06-18',
  } = OFFERED.find(({ _id }) => _id === classId) ?? {};
  return { classId, name, camp_start, camp_end, childId: 'mia', isPaid: true, ...changes };
}

/** Each week in a line: `14: Sailing`, or in a gap, how many classes fit: `14: 1 fit`. */
function plan(classes: OwnClass[], offered = OFFERED, person = MIA, today = TODAY): string[] {
  return planWeeks(person, classes, offered, today).map(({ start, booked, fitting }) => {
    const names = booked.map(({ name, clashes }) => [name, ...clashes].join(' × '));
    return `${start.slice(8)}: ${names.join(', ') || `${fitting} fit`}`;
  });
}

// Rules: R283.
test('the weeks are those with classes; the others are neither gaps nor booked', () => {
  expect(plan([own('sailing')])).toEqual(['07: 1 fit', '14: Sailing', '28: 1 fit']);
});

test('only the seats of this child count', () => {
  expect(plan([own('sailing', { childId: 'leo' }), own('chess', { childId: null })])).toEqual([
    '07: 1 fit',
    '14: 1 fit',
    '28: 1 fit',
  ]);
});

test('a class of several weeks is in each of them', () => {
  const long = own('camp', { name: 'Camp', camp_start: '2027-06-10', camp_end: '2027-06-22' });
  expect(plan([long])).toEqual(['07: Camp', '14: Camp', '21: Camp', '28: 1 fit']);
});

test('a gap counts only classes with a free seat that can be joined and take the child’s age', () => {
  const [chess] = OFFERED;
  const with_ = (changes: object) => plan([], [{ ...buildClass(), ...chess, ...changes }]);
  expect(with_({})).toEqual(['07: 1 fit']);
  expect(with_({ sit: 0 })).toEqual(['07: 0 fit']);
  expect(with_({ joining: 'started' })).toEqual(['07: 0 fit']);
  expect(with_({ ageFrom: 10 })).toEqual(['07: 1 fit']);
  expect(with_({ ageFrom: 11 })).toEqual(['07: 0 fit']);
});

test('of somebody whose birth date is not known, nothing fits', () => {
  const me = { childId: null, birthDate: undefined };
  expect(planWeeks(me, [], OFFERED, TODAY).map(({ fitting }) => fitting)).toEqual([0, 0, 0]);
});

test('two classes at the same hours overlap; a morning and an afternoon do not', () => {
  const at = (name: string, dailyStart: string | null, dailyEnd: string | null) =>
    own(name, { name, dailyStart, dailyEnd });
  const morning = at('Art', '09:00', '12:00');
  expect(plan([morning, at('Ball', '13:00', '15:00')])[1]).toBe('14: Art, Ball');
  expect(plan([morning, at('Ball', '11:30', '15:00')])[1]).toBe('14: Art × Ball, Ball × Art');
  expect(plan([morning, at('Ball', null, null)])[1]).toBe('14: Ball × Art, Art × Ball');
});

test('a class in the cart has the hours of the list', () => {
  const cart = own('sailing', { isPaid: false });
  const evening = own('Ball', { name: 'Ball', dailyStart: '17:00', dailyEnd: '18:00' });
  expect(plan([cart, evening])[1]).toBe('14: Sailing, Ball');
});

test('two long classes overlap only in the weeks that they share', () => {
  const one = own('one', { name: 'One', camp_start: '2027-06-07', camp_end: '2027-06-18' });
  const two = own('two', { name: 'Two', camp_start: '2027-06-18', camp_end: '2027-06-25' });
  expect(plan([one, two])).toEqual(['07: One', '14: One × Two, Two × One', '21: Two', '28: 1 fit']);
});

test('weeks that are over are left out, and this week is there until its Sunday', () => {
  expect(plan([], OFFERED, MIA, '2027-06-13')).toEqual(['07: 1 fit', '14: 1 fit', '28: 1 fit']);
  expect(plan([], OFFERED, MIA, '2027-06-14')).toEqual(['14: 1 fit', '28: 1 fit']);
});

test('weeks go on over the end of a year', () => {
  const winter = own('ski', { name: 'Ski', camp_start: '2027-12-29', camp_end: '2028-01-05' });
  const weeks = planWeeks(MIA, [winter], [], TODAY).map(({ start }) => start);
  expect(weeks).toEqual(['2027-12-27', '2028-01-03']);
});
