import { expect, it } from 'vitest';
import { listNextSteps } from './restore-backup.ts';

it('what is left to do after a restore is said in the singular, in the plural, or not at all', () => {
  expect(listNextSteps({ reopened: 0, heldMails: 0 })).toEqual([]);
  expect(listNextSteps({ reopened: 1, heldMails: 1 })).toEqual([
    'When the server starts, it checks one recent payment again.',
    'One email was waiting. It is not sent: an admin can retry it in the outbox.',
  ]);
  expect(listNextSteps({ reopened: 2, heldMails: 3 })).toEqual([
    'When the server starts, it checks 2 recent payments again.',
    '3 emails were waiting. They are not sent: an admin can retry them in the outbox.',
  ]);
});
