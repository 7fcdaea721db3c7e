import { expect, it } from 'vitest';
import { runJobs } from '../jobs/jobs.ts';
import { addDueMails } from '../messages/add-due-mails.ts';
import { buildClass, buildUser } from '../testing/factories.ts';
import { useTestApp } from '../testing/test-app.ts';
import { auditEvent, newsEvent, undoable } from './audit-event.ts';

const app = useTestApp();

// Rules: R36.
it('no answer has the events of what it shows', async () => {
  const { users, classes } = app.services.database.collections;
  const admin = await buildUser(app, 'admin');
  const { id, _id } = await buildClass(app);
  const told = { by: admin._id, target: 'A secret', before: null, after: null };
  const event = undoable(auditEvent({ at: app.services.now(), type: 'add note', ...told }));
  await users.updateOne({ _id: admin._id }, { $push: { events: event } });
  await classes.updateOne({ _id }, { $push: { events: event } });
  const answers = [
    await app.call('GET /classes'),
    await app.call('GET /classes/:id', { params: { id } }),
    await app.as(admin).call('GET /adminClasses'),
    await app.as(admin).call('GET /userList', { query: {} }),
    await app.as(admin).call('GET /userInfo', { query: { email: admin.email } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(JSON.stringify(answers.map(({ body }) => body))).not.toMatch(/"events"|A secret/);
});

it('an event that only the mailer reads is in no log, and goes once it is emailed', async () => {
  const admin = await buildUser(app, 'admin');
  const { users, events } = app.services.database.collections;
  const ids = { childId: admin._id, invitationId: admin._id };
  const event = newsEvent('guardian invited', ids, app.services.now());
  await users.updateOne({ _id: admin._id }, { $push: { events: event } });
  await Promise.all([runJobs(app.services), runJobs(app.services)]);
  expect(await events.find({ _id: event._id }).toArray()).toMatchObject([{ mailDue: true }]);
  const log = await app.as(admin).call('GET /auditLog');
  expect(log.body.map(({ _id }) => _id)).not.toContain(event._id);
  await addDueMails(app.services);
  expect(await events.findOne({ _id: event._id })).toBeNull();
});
