import type { Bind } from '../calls.ts';
import {
  changePage,
  getFreeInstructors,
  getInstructor,
  getListedInstructors,
  getPublicInstructors,
  presentPage,
  removeInstructor,
  unassignInstructor,
} from './instructors/instructors.service.ts';
import { addCertificate, presentOwnCertificates, removeCertificate } from './users/certificates.ts';
import type { Services } from '../services.ts';
import { mayBook } from './users/has-family.ts';
import { getUser, registerStudent, promoteStudent } from './users/users.service.ts';
import { openSession } from './identity/open-session.ts';
import { getCalendarPath, readCalendar, renewCalendarPath } from './account/calendar.service.ts';
import { unlinkSignIn } from './users/sign-ins.ts';
import { getUsers } from './users/list-users.ts';
import { getOwnData } from './account/account.service.ts';
import { changeBundle, removeAdmin } from './account/admins.ts';
import { checkFreshProof } from './account/check-fresh-proof.ts';
import { deleteAccount } from './account/delete-account.ts';
import {
  agreeToMerge,
  declineMerge,
  getAskedMerge,
  mergeOrAsk,
  withdrawAsk,
} from './account/ask-to-merge.ts';
import { claimFamily, previewMerge } from './account/merge-families.ts';
import { changeProfile } from '../families/change-profile.ts';
import { removeUser } from './account/remove-user.ts';

export function bindPeople(bind: Bind, services: Services): void {
  bind('POST /jwt', async (_input, { proof }) => ({ token: await openSession(proof, services) }));
  bind('POST /userList', async ({ body }, { session }) => {
    const insertedId = await registerStudent(body, session, services);
    return { insertedId, message: insertedId ? 'Registered' : 'Already registered' };
  });
  bind('GET /userInfo', (_input, { session }) => getUser(session, services));
  bind('GET /isUser', (_input, { user }) => mayBook(user, services));
  bind('GET /userList/admin/:email', async (_input, { user }) => ({
    admin: user.role === 'admin',
  }));
  bind('GET /isInstructor', async (_input, { user }) => user.role === 'instructor');
  bind('GET /userList/instructorInfo', (_input, { user }) => getInstructor(user, services));
  bind('GET /myCalendar', async (_input, { user }) => ({ path: getCalendarPath(user) }));
  bind('POST /myCalendar', async (_input, { user }) => ({
    path: await renewCalendarPath(user, services),
  }));
  bind('GET /calendars/:file', ({ params }) => readCalendar(params.file, services));
  bind('GET /userList', ({ query }) => getUsers(query, services));
  bind('PATCH /userList/admin/:id', async ({ params }, { user }) => {
    await promoteStudent(params, 'admin', user, services);
    return { modifiedCount: 1 as const };
  });
  bind('PATCH /makeInstructor', ({ query }, { user }) =>
    promoteStudent(query, 'instructor', user, services),
  );
  bind('DELETE /userSignIn/:id', ({ params }, { user }) => unlinkSignIn(params.id, user, services));
  bind('GET /instructors', () => getPublicInstructors(services));
  bind('GET /getInstructors', ({ query }) => getListedInstructors(query, services));
  bind('GET /newInstructor', () => getFreeInstructors(services));
  bind('GET /myInstructorPage', async (_input, { user }) => presentPage(user));
  bind('PATCH /myInstructorPage', ({ body }, { user }) => changePage(user, body, services));
  bind('POST /instructors/:id/certificates', ({ params, body }, { user }) =>
    addCertificate(params.id, body, user, services),
  );
  bind('DELETE /instructors/:id/certificates/:entryId', ({ params }, { user }) =>
    removeCertificate(params, user, services),
  );
  bind('GET /myCertificates', async (_input, { user }) => presentOwnCertificates(user));
  bind('PATCH /unassignCourse/:id', ({ params, query }, { user }) =>
    unassignInstructor({ ...params, ...query }, user, services),
  );
  bind('DELETE /removeInstructor/:id', ({ params }, { user }) =>
    removeInstructor(params.id, user, services),
  );
  bind('PATCH /myProfile', ({ body }, { user }) => changeProfile(body, user, services));
  bind('POST /myData', async ({ body }, { user }) => {
    await checkFreshProof(user, body.idToken, services);
    return getOwnData(user, services);
  });
  bind('DELETE /userList/admin/:id', ({ params }, { user }) =>
    removeAdmin(params.id, user, services),
  );
  bind('PATCH /adminBundle/:id', ({ params, body }, { user }) =>
    changeBundle(params.id, body, user, services),
  );
  bind('POST /claimFamily', ({ body }, { user }) => claimFamily(body.code, user, services));
  bind('GET /families/:id/merge', ({ params, query }) =>
    previewMerge({ ...params, ...query }, services),
  );
  bind('POST /families/:id/merge', async ({ params, body }, { user }) => ({
    status: true as const,
    ...(await mergeOrAsk({ ...params, ...body }, user, services)),
  }));
  bind('DELETE /families/:id/merge', ({ params }, { user }) =>
    withdrawAsk(params.id, user, services),
  );
  bind('GET /myMerge', (_input, { user }) => getAskedMerge(user, services));
  bind('POST /myMerge', ({ body }, { user }) => agreeToMerge(body, user, services));
  bind('DELETE /myMerge', (_input, { user }) => declineMerge(user, services));
  bind('DELETE /removeuser', ({ query }, { user }) => removeUser(query.email, user, services));
  bind('DELETE /myAccount', ({ body }, { user }) => deleteAccount(user, body.idToken, services));
}
