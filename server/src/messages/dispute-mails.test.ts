import { expect, it } from 'vitest';
import { readDisputes } from '../payments/disputes.ts';
import { buildUser } from '../testing/factories.ts';
import { listMailsTo } from '../testing/mails.ts';
import { buildPaidSeats } from '../testing/refunds.ts';
import { changeDispute, disputePayment } from '../testing/stripe-dashboard.ts';
import { useTestApp } from '../testing/test-app.ts';
import { readProps } from './write-mail.ts';

const app = useTestApp();

it('admins hear of an inquiry, of the dispute that it becomes, and of money that an appeal brings back', async () => {
  const admin = await buildUser(app, 'admin');
  const { paymentId } = await buildPaidSeats(app, [4_000]);
  /** What the emails that are still true say, such as `dispute`. */
  const listStages = async () => {
    await readDisputes(paymentId, app.services);
    const lines = await listMailsTo(app, admin);
    const ofDisputes = lines.filter(({ cause }) => cause.kind === 'payment disputed');
    const read = await Promise.all(ofDisputes.map((line) => readProps(line, app.services)));
    return read.flatMap((one) => (one && 'stage' in one.props ? [one.props.stage] : []));
  };
  await disputePayment(paymentId, 'warning_needs_response');
  expect(await listStages()).toEqual(['inquiry']);
  await changeDispute(paymentId, 'needs_response');
  expect(await listStages()).toEqual(['dispute']);
  await changeDispute(paymentId, 'under_review');
  expect(await listStages()).toEqual(['dispute']);
  await changeDispute(paymentId, 'lost');
  expect(await listStages()).toEqual([]);
  await changeDispute(paymentId, 'appeal_needs_response');
  expect(await listStages()).toEqual([]);
  await changeDispute(paymentId, 'won');
  expect(await listStages()).toEqual(['won back']);
});
