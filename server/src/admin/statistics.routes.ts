import type { Bind } from '../calls.ts';
import { getDayList } from './day-list.service.ts';
import { createMoneyReader, getPaymentTotals } from '../billing/ledger/money-by-day.ts';
import type { Services } from '../services.ts';
import { getRoster } from './roster.ts';
import {
  getInstructorStatistics,
  getSchoolStatistics,
  getStudentStatistics,
} from './statistics.service.ts';

export function bindStatistics(bind: Bind, services: Services): void {
  const readMoney = createMoneyReader(services);
  bind('GET /userStats', (_input, { user }) => getStudentStatistics(user, services));
  bind('GET /adminStats', (_input, { user }) => getSchoolStatistics(user, readMoney, services));
  bind('GET /dayList', () => getDayList(readMoney, services));
  bind('GET /paymentTotals', ({ query }) => getPaymentTotals(query, readMoney, services));
  bind('GET /instructorStats', ({ query }, { user }) =>
    getInstructorStatistics(user, query.classId, services),
  );

  bind('GET /enrolledStudents', ({ query }) => getRoster(query, services));
}
