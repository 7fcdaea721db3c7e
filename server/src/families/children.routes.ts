import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import { getChild } from './child-details.ts';
import { addChild, changeChild, correctChild, getMyChildren } from './children.service.ts';
import { saveContacts } from './contacts.ts';
import { deleteChild } from './delete-child.ts';
import { allowAge, takeBackAge } from './family-office.ts';
import { removeGuardian, removeGuardianAsAdmin } from './guardians.ts';
import { saveHealth, withdrawHealth } from './health.ts';
import {
  acceptInvitation,
  declineInvitation,
  inviteGuardian,
  takeInvitationBack,
} from './invitations.ts';

const DONE = { status: true as const };

export function bindChildren(bind: Bind, services: Services): void {
  bind('GET /myChildren', (_input, { user }) => getMyChildren(user, services));

  bind('POST /myChildren', async ({ body }, { user }) => ({
    ...DONE,
    child: await addChild(body, user, services),
  }));

  bind('GET /myChildren/:id', ({ params }, { user }) => getChild(params.id, user, services));

  bind('PATCH /myChildren/:id', async ({ params, body }, { user }) => {
    await changeChild(params.id, body, user, services);
    return DONE;
  });

  bind('DELETE /myChildren/:id', async ({ params }, { user }) => {
    await deleteChild(params.id, user, services);
    return DONE;
  });

  bind('PUT /myChildren/:id/health', async ({ params, body }, { user }) => {
    const confirmedAt = await saveHealth(params.id, body, user, services);
    return { ...DONE, confirmedAt: confirmedAt.toISOString() };
  });

  bind('DELETE /myChildren/:id/health', async ({ params }, { user }) => {
    await withdrawHealth(params.id, user, services);
    return DONE;
  });

  bind('PUT /myChildren/:id/contacts', async ({ params, body }, { user }) => {
    await saveContacts(params.id, body.contacts, user, services);
    return DONE;
  });

  bindGuardians(bind, services);
  bindFamilyOffice(bind, services);
}

function bindGuardians(bind: Bind, services: Services): void {
  bind('POST /myChildren/:id/guardians', async ({ params, body }, { user }) => {
    await inviteGuardian({ childId: params.id, ...body }, user, services);
    return DONE;
  });

  bind('DELETE /myChildren/:id/guardians/:guardianId', async ({ params }, { user }) => {
    const { id: childId, guardianId } = params;
    await removeGuardian({ childId, guardianId }, user, services);
    return DONE;
  });

  bind('DELETE /myChildren/:id/invitations/:invitationId', async ({ params }, { user }) => {
    const { id: childId, invitationId } = params;
    await takeInvitationBack({ childId, invitationId }, user, services);
    return DONE;
  });

  bind('POST /myInvitations/:invitationId', async ({ params }, { user }) => ({
    ...DONE,
    childId: await acceptInvitation(params.invitationId, user, services),
  }));

  bind('DELETE /myInvitations/:invitationId', async ({ params }, { user }) => {
    await declineInvitation(params.invitationId, user, services);
    return DONE;
  });
}

function bindFamilyOffice(bind: Bind, services: Services): void {
  bind('DELETE /children/:id/guardians/:guardianId', async ({ params, body }, { user }) => {
    const { id: childId, guardianId } = params;
    await removeGuardianAsAdmin({ childId, guardianId, ...body }, user, services);
    return DONE;
  });

  bind('PATCH /children/:id', async ({ params, body }, { user }) => {
    await correctChild(params.id, body, user, services);
    return DONE;
  });

  bind('DELETE /ageExceptions', async ({ body }, { user }) => {
    await takeBackAge(body, user, services);
    return DONE;
  });

  bind('POST /ageExceptions', async ({ body }, { user }) => {
    await allowAge(body, user, services);
    return DONE;
  });
}
