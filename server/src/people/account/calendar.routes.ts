import type { Bind } from '../../calls.ts';
import type { Services } from '../../services.ts';
import { getCalendarPath, readCalendar, renewCalendarPath } from './calendar.service.ts';

export function bindCalendar(bind: Bind, services: Services): void {
  bind('GET /myCalendar', async (_input, { user }) => ({ path: getCalendarPath(user) }));

  bind('POST /myCalendar', async (_input, { user }) => ({
    path: await renewCalendarPath(user, services),
  }));

  bind('GET /calendars/:file', ({ params }) => readCalendar(params.file, services));
}
