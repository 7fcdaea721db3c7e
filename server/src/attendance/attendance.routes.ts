import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import { getEmergencyList } from './emergency-list.ts';
import { getAttendanceSheet, getDayList } from './day-list.ts';
import { getOwnAttendance, saveAbsence } from './own-attendance.ts';
import { recordTaps } from './record-taps.ts';

export function bindAttendance(bind: Bind, services: Services): void {
  bind('GET /dayList/:classId/:day', ({ params }, { user }) => getDayList(params, user, services));
  bind('POST /attendance', async ({ body }, { user }) => ({
    problems: await recordTaps(body, user, services),
  }));
  bind('GET /attendanceSheet/:classId', ({ params }, { user }) =>
    getAttendanceSheet(params.classId, user, services),
  );
  bind('GET /emergencyList', (_input, { user }) => getEmergencyList(user, services));
  bind('GET /myAttendance', (_input, { user }) => getOwnAttendance(user, services));
  bind('PUT /myAttendance/:cartId/:day', ({ params, body }, { user }) =>
    saveAbsence({ ...params, ...body }, user, services),
  );
}
