import { expect, it } from 'vitest';
import { readRefunds } from '../payments/read-refunds.ts';
import type { Collections } from '../database/collections.ts';
import type { EventOf } from '../database/event-document.ts';
import { finishEvents } from '../events/finish-events.ts';
import { relayEvents } from '../events/relay.ts';
import { buildClass, buildEnrolledSeat } from '../testing/factories.ts';
import { findKinds, listNews } from '../testing/mails.ts';
import { refundAtDashboard } from '../testing/refunds.ts';
import { useTestApp } from '../testing/test-app.ts';
import { addEventMails, listDueEvents } from './add-due-mails.ts';

const app = useTestApp();

const due = {
  list: (collections: Collections) => listDueEvents(collections, { $in: ['payment ended'] }),
  finish: (collections: Collections, events: EventOf<'payment ended'>[]) =>
    finishEvents(collections, events, 'mailDue'),
};

// Rules: R93.
it('a payment that is refunded while its receipt is put into the outbox is told of the refund, too', async () => {
  const { student, paymentId } = await buildEnrolledSeat(app, await buildClass(app));
  const refund = async () => {
    await refundAtDashboard(paymentId);
    await readRefunds(paymentId, app.services);
    return [];
  };
  await relayEvents(app.services);
  await addEventMails({ ...due, describe: refund }, app.services);
  expect(await findKinds(app, student)).toEqual(['refunded']);
});

it('an event whose emails can’t be written doesn’t stop the others, and is tried again', async () => {
  const first = await buildEnrolledSeat(app, await buildClass(app));
  const second = await buildEnrolledSeat(app, await buildClass(app));
  await relayEvents(app.services);
  const seen: string[] = [];
  const describeMails = async ({ data: { paymentId } }: EventOf<'payment ended'>) => {
    seen.push(paymentId);
    if (paymentId === first.paymentId) throw new Error('a bug');
    return [];
  };
  await addEventMails({ ...due, describe: describeMails }, app.services);
  expect(seen.sort()).toEqual([first.paymentId, second.paymentId].sort());
  expect(await listNews(app, 'payment ended')).toEqual([{ paymentId: first.paymentId }]);
});
