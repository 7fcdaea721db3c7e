import { expect, it } from 'vitest';
import { readRefunds } from '../../billing/read-refunds.ts';
import { buildClass, buildEnrolledSeat } from '../../testing/factories.ts';
import { refundAtDashboard } from '../../testing/refunds.ts';
import { findKinds } from '../../testing/mails.ts';
import { useTestApp } from '../../testing/test-app.ts';
import { MARKS } from '../marks.repo.ts';
import { addMarkedMails } from './add-marked-mails.ts';

const app = useTestApp();

it('a payment that is refunded while its receipt is put into the outbox keeps its mark', async () => {
  const { student, paymentId } = await buildEnrolledSeat(app, await buildClass(app));
  const refund = async () => {
    await refundAtDashboard(paymentId);
    await readRefunds(paymentId, app.services);
    return [];
  };
  const marks = { list: MARKS.payment.list, describe: refund, unmark: MARKS.payment.unmark };
  await addMarkedMails(marks, app.services);
  expect(await findKinds(app, student)).toEqual(['refunded']);
});

it('a document whose emails can’t be written doesn’t stop the others, and is tried again', async () => {
  const first = await buildEnrolledSeat(app, await buildClass(app));
  const second = await buildEnrolledSeat(app, await buildClass(app));
  const seen: string[] = [];
  const describeMails = async ({ _id }: { _id: string }) => {
    seen.push(_id);
    if (_id === first.paymentId) throw new Error('a bug');
    return [];
  };
  await addMarkedMails(
    { list: MARKS.payment.list, describe: describeMails, unmark: MARKS.payment.unmark },
    app.services,
  );
  expect(seen.sort()).toEqual([first.paymentId, second.paymentId].sort());
  const left = await MARKS.payment.list(app.services.database.collections);
  expect(left.map(({ _id }) => _id)).toEqual([first.paymentId]);
});
