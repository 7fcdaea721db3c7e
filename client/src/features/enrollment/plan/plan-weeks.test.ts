import { expect, test } from 'vitest';
import { buildClass } from '../../../testing/factories.ts';
import { buildChild } from '../../families/children/children.testing.ts';
import { type Choice, type OwnClass, type Planned, planWeeks, toggleChoice } from './plan-weeks.ts';

const TODAY = '2027-05-01';
const CHILD = buildChild({ _id: 'mia', birthDate: '2017-06-03' });
const MIA = { childId: 'mia', name: 'Mia', child: CHILD };
const ME: Planned = { childId: null, name: 'You' };

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
function plan(
  classes: OwnClass[],
  offered = OFFERED,
  person: Planned = MIA,
  today = TODAY,
): string[] {
  return planWeeks([person], classes, offered, today).map(({ start, cells: [cell] }) => {
    const { booked = [], fitting = [] } = cell ?? {};
    const names = booked.map(({ name, clashes }) => [name, ...clashes].join(' × '));
    return `${start.slice(8)}: ${names.join(', ') || `${fitting.length} fit`}`;
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

test('of the account itself, and of a child that somebody else books for, nothing fits', () => {
  for (const person of [ME, { ...MIA, child: { ...CHILD, may: ['see' as const] } }])
    expect(plan([], OFFERED, person)).toEqual(['07: 0 fit', '14: 0 fit', '28: 0 fit']);
});

// Rules: R646.
test('beside a paid class, others at other hours fit; beside an unpaid one, those of other days', () => {
  const find = (isPaid: boolean, offered = OFFERED) => {
    const morning = own('Art', { name: 'Art', dailyStart: '09:00', dailyEnd: '12:00', isPaid });
    const [, week] = planWeeks([MIA], [morning], offered, TODAY);
    return week?.cells[0]?.fitting.map(({ name }) => name);
  };
  const at = (dailyStart: string, dailyEnd: string) =>
    OFFERED.map((one) => ({ ...one, dailyStart, dailyEnd }));
  expect(find(true)).toEqual([]);
  expect(find(true, at('13:00', '15:00'))).toEqual(['Sailing']);
  expect(find(true, at('11:00', '15:00'))).toEqual([]);
  expect(find(false, at('13:00', '15:00'))).toEqual([]);
});

test('another choice on the same days takes the place of the first, of the same child only', () => {
  const [chess, sailing] = OFFERED as [Choice['campClass'], Choice['campClass']];
  const other = { ...sailing, _id: 'other', camp_start: '2027-06-18', camp_end: '2027-06-18' };
  const of = (childId: string, campClass: Choice['campClass']) => ({ childId, campClass });
  const wanted = [of('mia', chess), of('mia', sailing), of('leo', sailing), of('mia', other)];
  const chosen = wanted.reduce<Choice[]>(toggleChoice, []);
  expect(chosen.map(({ childId, campClass }) => `${childId} ${campClass._id}`)).toEqual([
    'mia chess',
    'leo sailing',
    'mia other',
  ]);
  expect(toggleChoice(chosen, of('mia', other))).toHaveLength(2);
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
  const weeks = planWeeks([MIA], [winter], [], TODAY).map(({ start }) => start);
  expect(weeks).toEqual(['2027-12-27', '2028-01-03']);
});
