import { expect, test } from 'vitest';
import { describeDeletion } from './describe-deletion.ts';

const MIA = 'a'.repeat(24);
const TOM = 'b'.repeat(24);

const camp = (name: string, camp_end: string, changes: object = {}) => ({
  ...{ camp_end, price: 49, share: null, isPayer: true, paidBy: null },
  ...{ childId: null, student_name: 'Ada Lind' },
  classData: { name, image: '/pictures/classes/sailing.webp', instructor: 'Maren Solbakk' },
  ...changes,
});
const today = new Date('2027-07-09T12:00:00Z');
const NOBODY = new Map<string, string[]>();
const describe = (seats: ReturnType<typeof camp>[], others = NOBODY) =>
  describeDeletion(seats, others, today).split('\n\n');

// Rules: R537.
test('who has paid for a camp ahead reads which one it is, and what they lose', () => {
  const [lost, rest, ...more] = describe([
    camp('Kites', '2027-07-09'),
    camp('Knots', '2027-07-08'),
  ]);
  expect(lost).toMatch(/^You have paid for: Kites \(to Fri 9 July 2027\)\. You lose the room/);
  expect(lost).toMatch(/no refund/);
  expect(rest).toMatch(/^We delete your name/);
  expect(more).toEqual([]);
});

test('a guardian who paid nothing loses nothing that was paid', () => {
  const seat = camp('Kites', '2027-07-09', {
    ...{ childId: MIA, student_name: 'Mia Berg', isPayer: false, paidBy: 'Ida Berg' },
  });
  const [stays, rest, ...more] = describe([seat], new Map([[MIA, ['Ida Berg']]]));
  expect(stays).toBe(
    'Paid or booked by somebody else, so it stays as it is: Kites for Mia (to Fri 9 July 2027) by Ida Berg.',
  );
  expect(rest).not.toMatch(/paid for|refund/);
  expect(more).toEqual([]);
});

test('what was paid for a child with another guardian stays with that one; for a lone child, it is lost', () => {
  const seats = [
    camp('Kites', '2027-07-09', { childId: MIA, student_name: 'Mia Berg' }),
    camp('Robots', '2027-07-09', { childId: TOM, student_name: 'Tom Berg' }),
  ];
  const texts = describe(seats, new Map([[MIA, ['Ida Berg']]]));
  expect(texts[0]).toMatch(/^You have paid for: Robots for Tom \(to/);
  expect(texts[0]).not.toMatch('Kites');
  expect(texts[1]).toBe(
    'You have paid for: Kites for Mia (to Fri 9 July 2027). The seat stays with Ida Berg. You get no refund.',
  );
});

test('who pays a share of another household’s seat reads that the seat stays', () => {
  const seat = camp('Kites', '2027-07-09', {
    ...{ childId: MIA, student_name: 'Mia Berg', isPayer: false, share: 2_000, paidBy: 'Ida Berg' },
  });
  expect(describe([seat])[0]).toMatch(/^You have paid a part of: Kites for Mia .* no refund\.$/);
});

test('a student in a free class reads that others can have the seat, and nothing about a refund', () => {
  const text = describe([camp('Kites', '2027-07-09', { price: 0 })]).join(' ');
  expect(text).toMatch(/^You have enrolled for free in: Kites \(to Fri 9 July 2027\)\./);
  expect(text).not.toMatch(/paid|refund/);
});

test('other students read what is deleted and what stays', () => {
  const [text] = describe([]);
  expect(text).toMatch(/^We delete your name, photo and email/);
  expect(text).toMatch(/We keep .* for our records, without your name/);
});
