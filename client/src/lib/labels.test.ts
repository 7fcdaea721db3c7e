import { LABELS } from '@speakifyr/contract/labels.ts';
import { expect, test } from 'vitest';

test('the buttons that the specification names', () => {
  expect(LABELS).toMatchObject({
    joinCamp: 'Join the camp now',
    joinNow: 'Join Now',
    logIn: 'Log In',
    login: 'Login',
    logOut: 'Log Out',
    pay: 'Pay',
    remove: 'Remove',
  });
});
