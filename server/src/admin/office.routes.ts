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
  bind('GET /classList', async ({ query }, _caller, reply) => {
    const { items, total } = await getClassList(query, services);
    reply.setTotal(total);
    return items;
  });

  bind('GET /classPeople/:id', ({ params }) => getClassPeople(params.id, services));

  bind('GET /payments', async ({ query }, _caller, reply) => {
    if (query.all) return getAllNamedPayments(query, services);
    const { items, total } = await getNamedPayments(query, services);
    reply.setTotal(total);
    return items;
  });

  bind('GET /auditLog', async ({ query }, _caller, reply) => {
    if (query.all) return getAllNamedActs(query, services);
    const { items, total } = await getNamedAuditLog(query, services);
    reply.setTotal(total);
    return items;
  });

  bind('GET /search', ({ query }) => searchSchool(query.text, services));
  bind('GET /families/:id', ({ params }) => getFamily(params.id, services));
  bind('PATCH /families/:id', async ({ params, body }, { user }) => {
    await correctAccount(params.id, body, user, services);
    return { status: true };
  });
  bind('POST /families/:id/notes', async ({ params, body }, { user }) => {
    await addNote(params.id, body.text, user, services);
    return { status: true };
  });
  bind('DELETE /families/:id/notes/:noteId', async ({ params }, { user }) => {
    await deleteNote({ familyId: params.id, noteId: params.noteId }, user, services);
    return { status: true };
  });
}
