import type { Bind } from '../calls.ts';
import { worksInOffice } from '../users/bundles.ts';
import type { Services } from '../services.ts';
import { createMoneyReader, getPaymentTotals } from '../ledger/money-by-day.ts';
import {
  createClassFiguresReader,
  getStudentStatistics,
  getSchoolStatistics,
  getInstructorStatistics,
  countVisit,
} from '../admin/statistics.ts';
import { createErrorCounter } from '../admin/browser-errors.ts';
import { getOfficeDay } from '../admin/day-list.service.ts';
import { getRoster } from '../admin/roster.ts';
import { listClassChoices } from '../admin/class-choices.ts';
import { getClassList, getClassPeople } from '../admin/office.service.ts';
import { getClassRoster } from '../admin/class-roster.ts';
import { createOwingReader } from '../seats/owing-seats.ts';
import { getOwedSeats, getOwedTotals } from '../admin/owed-seats.ts';
import { getNamedAuditLog } from '../admin/named-audit-log.ts';
import { searchSchool } from '../admin/search.ts';
import { getFamily, correctAccount, addNote, deleteNote } from '../admin/family-page.ts';
import { getMonths, getMonth, getMonthRows, closeMonth } from '../admin/months.service.ts';

export function bindAdmin(bind: Bind, services: Services): void {
  const readMoney = createMoneyReader(services);
  const readClasses = createClassFiguresReader(services);
  const readOwing = createOwingReader(services);
  const countError = createErrorCounter(services);
  bind('GET /userStats', (_input, { user }) => getStudentStatistics(user, services));
  bind('GET /adminStats', (_input, { user }) =>
    getSchoolStatistics(user, readMoney, readClasses, services),
  );
  bind('GET /dayList', (_input, { user }) =>
    getOfficeDay({ readMoney, readOwing }, user, services),
  );
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
  bind('GET /classChoices', ({ query }) => listClassChoices(query, services));
  bind('GET /classList', ({ query }) => getClassList(query, services));
  bind('GET /classPeople/:id', ({ params }, { user }) => getClassPeople(params.id, user, services));
  bind('GET /classRoster/:classId', ({ params }) => getClassRoster(params.classId, services));
  bind('GET /owedSeats', ({ query }) => getOwedSeats(query, readOwing, services));
  bind('GET /owedTotals', () => getOwedTotals(readOwing, services));
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
  bind('GET /months/:month/rows', ({ params, query }, reader) => {
    const person = reader && (worksInOffice(reader.user) ? 'office' : 'accountant');
    return getMonthRows(params.month, query, person ?? 'program', services);
  });
  bind('POST /months/:month/close', ({ params }, { user }) =>
    closeMonth(params.month, user, services),
  );
}
