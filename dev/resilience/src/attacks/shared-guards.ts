import type { Guard } from '../attack.ts';

export const JOB_SETTLES: Guard = {
  name: 'a job settles payments that nobody came back for',
  without: 'settleDuePayments',
};

export const SEATS_AS_READ: Guard = {
  name: 'a change of seats counts only for the class as it was read',
  without: 'isAsRead',
  gives: '{}',
};
