import { expect, test } from 'vitest';
import { buildAdminClass } from '../../../testing/factories.ts';
import { describeRemoval } from './describe-removal.ts';

test('before a course is deleted, an admin reads that everybody enrolled gets an email', () => {
  const several = describeRemoval(buildAdminClass({ enrolled: 2, paid: 498 }));
  expect(several).toContain(
    'We email each of them that the course is canceled. Home lists those to call.',
  );
  const one = describeRemoval(buildAdminClass({ enrolled: 1 }));
  expect(one).toContain(
    'We email this student that the course is canceled, or Home says to call them.',
  );
});

test('a course that is over is deleted without an email', () => {
  const text = describeRemoval(buildAdminClass({ enrolled: 2, joining: 'over' }));
  expect(text).toContain('The course is over, so no email is sent.');
  expect(text).not.toContain('We email');
});

test('without students there is nobody to email', () => {
  expect(describeRemoval(buildAdminClass({ openHolds: 1 }))).not.toMatch(/email/);
});
