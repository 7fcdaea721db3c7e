import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import {
  getAllNamedPayments,
  getClassList,
  getClassPeople,
  getNamedPayments,
} from './office.service.ts';
import { correctAccount } from './correct-account.ts';
import { addNote, deleteNote } from './family-notes.ts';
import { getFamily } from './family-page.ts';
import { getAllNamedActs, getNamedAuditLog } from './named-audit-log.ts';
import { searchSchool } from './search.ts';

export function bindOffice(bind: Bind, services: Services): void {
  bind('GET /classList', ({ query }) => getClassList(query, services));

  bind('GET /classPeople/:id', ({ params }) => getClassPeople(params.id, services));

  bind('GET /payments', ({ query }) =>
    query.all ? getAllNamedPayments(query, services) : getNamedPayments(query, services),
  );

  bind('GET /auditLog', ({ query }) =>
    query.all ? getAllNamedActs(query, services) : getNamedAuditLog(query, services),
  );

  bind('GET /search', ({ query }) => searchSchool(query.text, services));
  bind('GET /families/:id', ({ params }) => getFamily(params.id, services));
  bind('PATCH /families/:id', ({ params, body }, { user }) =>
    correctAccount(params.id, body, user, services),
  );
  bind('POST /families/:id/notes', ({ params, body }, { user }) =>
    addNote(params.id, body.text, user, services),
  );
  bind('DELETE /families/:id/notes/:noteId', ({ params }, { user }) =>
    deleteNote({ familyId: params.id, noteId: params.noteId }, user, services),
  );
}
