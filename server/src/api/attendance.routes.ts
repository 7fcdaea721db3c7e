import { changeFriends, getFriends } from '../families/friends.ts';
import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import { getEmergencyList } from '../attendance/emergency-list.ts';
import { makePickupCode, withdrawPickupCode } from '../families/pickup-code.ts';
import { checkCode } from '../attendance/check-code.ts';
import { getAttendanceSheet, getDayList } from '../attendance/day-list.ts';
import { getDayPhotos } from '../attendance/day-photos.ts';
import { getOwnAttendance, saveAbsence } from '../attendance/own-attendance.ts';
import { recordTaps } from '../attendance/record-taps.ts';

export function bindAttendance(bind: Bind, services: Services): void {
  bind('GET /dayList/:classId/:day', ({ params }, { user }) => getDayList(params, user, services));
  bind('GET /dayList/:classId/:day/photos', ({ params }, { user }) =>
    getDayPhotos(params, user, services),
  );
  bind('POST /attendance', async ({ body }, { user }) => ({
    problems: await recordTaps(body, user, services),
  }));
  bind('GET /attendanceSheet/:classId', ({ params }, { user }) =>
    getAttendanceSheet(params.classId, user, services),
  );
  bind('GET /emergencyList', (_input, { user }) => getEmergencyList(user, services));
  bind('GET /friends/:cartId', ({ params }, { user }) => getFriends(params.cartId, user, services));
  bind('PUT /friends/:cartId', ({ params, body }, { user }) =>
    changeFriends(params.cartId, body, user, services),
  );
  bind('GET /myAttendance', (_input, { user }) => getOwnAttendance(user, services));
  bind('PUT /myAttendance/:cartId/:day', ({ params, body }, { user }) =>
    saveAbsence({ ...params, ...body }, user, services),
  );
  bind('POST /pickupCode/:childId', async ({ params, body }, { user }) => ({
    status: true as const,
    ...(await makePickupCode({ ...params, ...body }, user, services)),
  }));
  bind('DELETE /pickupCode/:childId', ({ params }, { user }) =>
    withdrawPickupCode(params.childId, user, services),
  );
  bind('POST /pickupCode/:childId/check', ({ params, body }, { user }) =>
    checkCode({ ...params, ...body }, user, services),
  );
}
