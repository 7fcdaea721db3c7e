import { KEEP_MAIL_DAYS } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import { expect, test } from 'vitest';
import { runJobs } from '../jobs/jobs.ts';
import { useTestApp } from '../testing/test-app.ts';
import { addMails } from './outbox.ts';

const app = useTestApp();

// Rules: R89.
test('the content of an email is deleted after 30 days, the line after a year; after 30 days if it names somebody without an account', async () => {
  const { outbox } = app.services.database.collections;
  for (const [_id, userId, replyTo] of [
    ['paid-1', new ObjectId(), undefined],
    ['deleted-1', undefined, undefined],
    ['contact-1', new ObjectId(), { name: 'Max', address: 'max@example.org' }],
  ] as const)
    await addMails(
      [
        {
          _id,
          cause: { kind: 'account deleted' },
          to: { name: 'Rosa', address: 'rosa@example.org' },
          ...(userId && { userId }),
          ...(replyTo && { replyTo }),
          isEssential: true,
          notAfter: app.services.now(),
        },
      ],
      app.services,
    );
  const content = { subject: 'Your seat', greeting: 'Hi Rosa,', parts: [] };
  const written = { content, html: '', text: '', attachments: [] };
  await outbox.updateMany(
    {},
    { $set: { state: 'sent', subject: 'Your seat', written }, $unset: { nextAt: '' } },
  );
  app.passMinutes((KEEP_MAIL_DAYS - 1) * 24 * 60);
  await runJobs(app.services);
  expect(await outbox.countDocuments({ written: { $exists: true } })).toBe(3);
  app.passMinutes(2 * 24 * 60);
  await runJobs(app.services);
  const lines = await outbox.find().toArray();
  expect(lines).toMatchObject([{ _id: 'paid-1', subject: 'Your seat', state: 'sent' }]);
  expect(lines[0]).not.toHaveProperty('written');
  app.passMinutes(335 * 24 * 60);
  await runJobs(app.services);
  expect(await outbox.countDocuments()).toBe(0);
});

test('what somebody wrote is deleted after 30 days even if the email was never written', async () => {
  const { outbox } = app.services.database.collections;
  const cause = {
    kind: 'school message',
    classId: new ObjectId(),
    subject: 'The bus',
    text: 'Bring the blue boots.',
    from: 'Ivo',
  } as const;
  await addMails(
    [
      {
        _id: 'message-1',
        cause,
        to: { name: 'Rosa', address: 'rosa@example.org' },
        userId: new ObjectId(),
        isEssential: false,
        notAfter: app.services.now(),
      },
    ],
    app.services,
  );
  app.passMinutes((KEEP_MAIL_DAYS + 1) * 24 * 60);
  await runJobs(app.services);
  expect(JSON.stringify(await outbox.findOne({ _id: 'message-1' }))).not.toContain('boots');
  await outbox.deleteMany({});
});

test('adding an email twice changes nothing, even after it was sent', async () => {
  const { outbox } = app.services.database.collections;
  const mail = {
    _id: 'paid-2',
    cause: { kind: 'account deleted' },
    to: { name: 'Rosa', address: 'rosa@example.org' },
    isEssential: true,
    notAfter: app.services.now(),
  } as const;
  await addMails([mail], app.services);
  await outbox.updateOne({ _id: 'paid-2' }, { $set: { state: 'sent' } });
  await addMails(
    [{ ...mail, to: { name: 'Somebody', address: 'else@example.org' } }],
    app.services,
  );
  expect(await outbox.findOne({ _id: 'paid-2' })).toMatchObject({
    state: 'sent',
    to: { name: 'Rosa' },
  });
});
