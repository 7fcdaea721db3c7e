import type { Bind } from '../calls.ts';
import { getDayList } from './day-list.service.ts';
import { createErrorCounter } from './browser-errors.ts';
import { createMoneyReader, getPaymentTotals } from '../billing/ledger/money-by-day.ts';
import { getPayments } from '../billing/ledger/payment-lists.ts';
import type { Services } from '../services.ts';
import { getClassRoster } from './class-roster.ts';
import { getRoster } from './roster.ts';
import {
  createClassFiguresReader,
  getInstructorStatistics,
  getSchoolStatistics,
  getStudentStatistics,
  countVisit,
} from './statistics.ts';
import { getClassList, getClassPeople } from './office.service.ts';
import { correctAccount, addNote, deleteNote, getFamily } from './family-page.ts';
import { getNamedAuditLog } from './named-audit-log.ts';
import { searchSchool } from './search.ts';
import { getOwedSeats } from './owed-seats.ts';
import { closeMonth, getMonth, getMonthRows, getMonths } from './months.service.ts';

export function bindAdmin(bind: Bind, services: Services): void {
  const readMoney = createMoneyReader(services);
  const readClasses = createClassFiguresReader(services);
  const countError = createErrorCounter(services);
  bind('GET /userStats', (_input, { user }) => getStudentStatistics(user, services));
  bind('GET /adminStats', (_input, { user }) =>
    getSchoolStatistics(user, readMoney, readClasses, services),
  );
  bind('GET /dayList', () => getDayList(readMoney, services));
  bind('GET /paymentTotals', ({ query }, { user }) =>
    getPaymentTotals(query, user, readMoney, services),
  );
  bind('GET /instructorStats', ({ query }, { user }) =>
    getInstructorStatistics(user, query.classId, services),
  );
  bind('GET /enrolledStudents', ({ query }, { user }) => getRoster(query, user, services));
  bind('POST /connect', async () => ({
    connected: true as const,
    visitsToday: await countVisit(services),
  }));
  bind('POST /browserErrors', ({ body }) => countError(body));
  bind('GET /health', async () => {
    await services.database.ping();
    return { status: 'ok' as const };
  });
  bind('GET /classList', ({ query }) => getClassList(query, services));
  bind('GET /classPeople/:id', ({ params }, { user }) => getClassPeople(params.id, user, services));
  bind('GET /classRoster/:classId', ({ params }) => getClassRoster(params.classId, services));
  bind('GET /owedSeats', ({ query }) => getOwedSeats(query, services));
  bind('GET /payments', ({ query }) => getPayments(query, services));
  bind('GET /auditLog', ({ query }) => getNamedAuditLog(query, services));
  bind('GET /search', ({ query }) => searchSchool(query.text, services));
  bind('GET /families/:id', ({ params }, { user }) => getFamily(params.id, user, services));
  bind('PATCH /families/:id', ({ params, body }, { user }) =>
    correctAccount(params.id, body, user, services),
  );
  bind('POST /families/:id/notes', ({ params, body }, { user }) =>
    addNote(params.id, body, user, services),
  );
  bind('DELETE /families/:id/notes/:noteId', ({ params }, { user }) =>
    deleteNote({ familyId: params.id, noteId: params.noteId }, user, services),
  );
  bind('GET /months', () => getMonths(services));
  bind('GET /months/:month', ({ params }) => getMonth(params.month, services));
  bind('GET /months/:month/rows', ({ params, query }) =>
    getMonthRows(params.month, query, services),
  );
  bind('POST /months/:month/close', ({ params }, { user }) =>
    closeMonth(params.month, user, services),
  );
}
