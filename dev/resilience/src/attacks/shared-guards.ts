import { guard } from '../attack.ts';

export const JOB_SETTLES = guard(
  'settleDuePayments',
  'a job settles payments that nobody came back for',
);

export const SEATS_AS_READ = guard(
  'isAsRead',
  'a change of seats counts only for the class as it was read',
  '{}',
);
