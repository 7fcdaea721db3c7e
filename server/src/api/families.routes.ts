import { changeProfile } from '../families/change-profile.ts';
import type { Bind } from '../calls.ts';
import type { Services } from '../services.ts';
import {
  addChild,
  changeChild,
  correctChild,
  getChild,
  getMyChildren,
} from '../families/children.service.ts';
import { removePhotoAsAdmin, savePhoto, withdrawPhoto } from '../families/child-photo.ts';
import { allowLeavingAlone, endLeavingAlone } from '../families/leave-alone.ts';
import { addBlock, endOwnBlock } from '../families/must-not-collect.ts';
import { addBlockAsAdmin, endBlockAsAdmin, getBlocksOf } from '../families/office-blocks.ts';
import { getContactsOf, saveContacts } from '../families/contacts.ts';
import { answerCostShare, askCostShare, endCostShare } from '../families/cost-share.ts';
import { deleteChild } from '../families/delete-child.ts';
import { allowAge, takeBackAge } from '../families/family-office.ts';
import { removeGuardian, removeGuardianAsAdmin } from '../families/guardians.ts';
import { saveHealth, withdrawHealth } from '../families/health.ts';
import {
  acceptInvitation,
  declineInvitation,
  inviteGuardian,
  takeInvitationBack,
} from '../families/invitations.ts';
import { getCareSheet } from '../families/care.service.ts';
import { enterPaperForm } from '../families/paper-form.ts';
import { addChildOfFamily, makeClaimCode, openFamily } from '../families/office-families.ts';

const DONE = { status: true as const };

export function bindFamilies(bind: Bind, services: Services): void {
  bind('GET /myChildren', (_input, { user }) => getMyChildren(user, services));
  bind('POST /myChildren', async ({ body }, { user }) => ({
    ...DONE,
    child: await addChild(body, user, services),
  }));
  bind('GET /myChildren/:id', ({ params }, { user }) => getChild(params.id, user, services));
  bind('PATCH /myChildren/:id', ({ params, body }, { user }) =>
    changeChild(params.id, body, user, services),
  );
  bind('DELETE /myChildren/:id', ({ params }, { user }) => deleteChild(params.id, user, services));
  bind('PUT /myChildren/:id/health', async ({ params, body }, { user }) => {
    const confirmedAt = await saveHealth(params.id, body, user, services);
    return { ...DONE, confirmedAt: confirmedAt.toISOString() };
  });
  bind('DELETE /myChildren/:id/health', ({ params }, { user }) =>
    withdrawHealth(params.id, user, services),
  );
  bind('PUT /myChildren/:id/photo', ({ params, body }, { user }) =>
    savePhoto(params.id, body, user, services),
  );
  bind('DELETE /myChildren/:id/photo', ({ params }, { user }) =>
    withdrawPhoto(params.id, user, services),
  );
  bind('PUT /myChildren/:id/contacts', ({ params, body }, { user }) =>
    saveContacts(params.id, body, user, services),
  );
  bind('POST /myChildren/:id/guardians', ({ params, body }, { user }) =>
    inviteGuardian({ childId: params.id, ...body }, user, services),
  );
  bind('DELETE /myChildren/:id/guardians/:guardianId', ({ params }, { user }) =>
    removeGuardian({ childId: params.id, ...params }, user, services),
  );
  bind('POST /myChildren/:id/costShare', ({ params, body }, { user }) =>
    askCostShare({ childId: params.id, ...body }, user, services),
  );
  bind('PUT /myChildren/:id/costShare', ({ params, body }, { user }) =>
    answerCostShare({ childId: params.id, ...body }, user, services),
  );
  bind('DELETE /myChildren/:id/costShare', ({ params }, { user }) =>
    endCostShare(params.id, user, services),
  );
  bind('DELETE /myChildren/:id/invitations/:invitationId', ({ params }, { user }) =>
    takeInvitationBack({ childId: params.id, ...params }, user, services),
  );
  bind('POST /myInvitations/:invitationId', async ({ params }, { user }) => ({
    ...DONE,
    childId: await acceptInvitation(params.invitationId, user, services),
  }));
  bind('DELETE /myInvitations/:invitationId', ({ params }, { user }) =>
    declineInvitation(params.invitationId, user, services),
  );
  bind('DELETE /children/:id/guardians/:guardianId', ({ params, body }, { user }) =>
    removeGuardianAsAdmin({ childId: params.id, ...params, ...body }, user, services),
  );
  bind('DELETE /children/:id/photo', ({ params, body }, { user }) =>
    removePhotoAsAdmin({ ...params, ...body }, user, services),
  );
  bind('PUT /children/:id/paperForm', async ({ params, body }, { user }) => {
    const confirmedAt = await enterPaperForm(params.id, body, user, services);
    return { ...DONE, confirmedAt: confirmedAt.toISOString() };
  });
  bind('PATCH /children/:id', ({ params, body }, { user }) =>
    correctChild(params.id, body, user, services),
  );
  bind('DELETE /ageExceptions', ({ body }, { user }) => takeBackAge(body, user, services));
  bind('POST /ageExceptions', ({ body }, { user }) => allowAge(body, user, services));
  bind('POST /families', async ({ body }, { user }) => openFamily(body, user, services));
  bind('POST /families/:id/children', ({ params, body }, { user }) =>
    addChildOfFamily(params.id, body, user, services),
  );
  bind('POST /families/:id/claimCode', async ({ params }, { user }) => ({
    ...DONE,
    ...(await makeClaimCode(params.id, user, services)),
  }));
  bind('GET /classCare/:classId', ({ params }, { user }) =>
    getCareSheet(params.classId, user, services),
  );
  bind('GET /children/:id/contacts', ({ params }, { user }) =>
    getContactsOf(params.id, user, services),
  );
  bind('POST /myChildren/:id/mustNotCollect', ({ params, body }, { user }) =>
    addBlock(params.id, body, user, services),
  );
  bind('DELETE /myChildren/:id/mustNotCollect/:entryId', ({ params }, { user }) =>
    endOwnBlock({ childId: params.id, ...params }, user, services),
  );
  bind('PUT /myChildren/:id/mayLeaveAlone', ({ params, body }, { user }) =>
    allowLeavingAlone({ childId: params.id, ...body }, user, services),
  );
  bind('DELETE /myChildren/:id/mayLeaveAlone', ({ params }, { user }) =>
    endLeavingAlone(params.id, user, services),
  );
  bind('GET /children/:id/mustNotCollect', ({ params }, { user }) =>
    getBlocksOf(params.id, user, services),
  );
  bind('POST /children/:id/mustNotCollect', ({ params, body }, { user }) =>
    addBlockAsAdmin(params.id, body, user, services),
  );
  bind('DELETE /children/:id/mustNotCollect/:entryId', ({ params }, { user }) =>
    endBlockAsAdmin(params, user, services),
  );
  bind('PATCH /myProfile', ({ body }, { user }) => changeProfile(body, user, services));
}
