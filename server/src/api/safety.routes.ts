import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import { getChildRecords, getClassRecords } from '../safety/read-records.ts';
import { addToRecord, writeDose, writeIncident } from '../safety/write-records.ts';

export function bindSafety(bind: Bind, services: Services): void {
  bind('GET /classRecords/:classId/:day', ({ params }, { user }) =>
    getClassRecords(params, user, services),
  );
  bind('POST /doses', ({ body }, { user }) => writeDose(body, user, services));
  bind('POST /incidents', ({ body }, { user }) => writeIncident(body, user, services));
  bind('POST /addenda/:recordId', ({ params, body }, { user }) =>
    addToRecord({ ...params, ...body }, user, services),
  );
  bind('GET /childRecords/:childId', ({ params }, { user }) =>
    getChildRecords(params.childId, user, services),
  );
}
