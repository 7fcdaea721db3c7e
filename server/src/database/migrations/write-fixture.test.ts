import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ObjectId } from 'mongodb';
import { it } from 'vitest';
import { writeBackup } from '../../commands/backup/write-backup.ts';
import { seedDemoData } from '../../demo/seed.ts';
import { runJobs } from '../../jobs/jobs.ts';
import { useCostShare } from '../../testing/cost-share.ts';
import { buildCredit } from '../../testing/credit.ts';
import { createDiscounts, makeDiscount, siblings } from '../../testing/discounts.ts';
import { createExtras, lunch, shirt, SHIRT_M, WITH_LUNCH } from '../../testing/extras.ts';
import {
  buildChild,
  buildClass,
  buildEnrolledSeat,
  buildUser,
  confirmPayment,
  holdSeatOf,
  recordPayment,
} from '../../testing/factories.ts';
import { buildFamily } from '../../testing/families.ts';
import { agreeToParts, IN_THREE_PARTS } from '../../testing/installments.ts';
import { planFor } from '../../testing/planned-seat.ts';
import { type Answer, useTestApp } from '../../testing/test-app.ts';

/**
 * Writes a school of today's layout, for the test of the next migration. It has one of everything that a migration may
 * be about. CONTRIBUTING.md: A stored document changes
 */
const FOLDER = process.env['FIXTURE'];

const app = useTestApp(undefined, {}, IN_THREE_PARTS);
const DAYS = { camp_start: '2099-07-05', camp_end: '2099-07-09' };

it.runIf(FOLDER)(
  'writes a school into a folder',
  async () => {
    const { collections } = app.services.database;
    await seedDemoData(app.services);
    const director = await buildUser(app, 'admin');
    const instructor = await buildUser(app, 'instructor');
    const open = (name: string, more = {}) =>
      buildClass(app, { name, price: 100, sit: 8, ...DAYS, ...more });
    const { join: hold, readCart, pay, setDiscounts } = createDiscounts(app, director);
    const { setExtras, mustChoose } = createExtras(
      () => app,
      () => director,
    );
    await setExtras([lunch(), shirt()]);
    const text = { text: 'FRIENDS', from: null, maxUses: 5, maxPerFamily: 1, minimum: null };
    await setDiscounts([siblings(), makeDiscount({ kind: 'code', label: 'Friends', code: text })]);

    // A family with papers, blocks, extras, a code and a sibling.
    const { child, parent, partner } = await buildFamily(app);
    const sister = await buildChild(app, parent);
    const sailing = await open('Sailing then', { instructorId: instructor._id });
    const first = await hold(parent, sailing, child);
    await mustChoose(parent, first, [WITH_LUNCH, SHIRT_M]);
    expectDone(await app.as(parent).call('POST /cartCode', { body: { code: 'FRIENDS' } }));
    await pay(parent, [first], (await readCart(parent))[0]?.price ?? 0);
    const second = await hold(parent, sailing, sister);
    await pay(parent, [second], (await readCart(parent))[0]?.price ?? 0);
    const { id } = child;
    const body = { name: partner.name, since: '2026-01-01', note: '' };
    expectDone(
      await app.as(director).call('POST /children/:id/mustNotCollect', { params: { id }, body }),
    );

    // Paid by card, to be canceled; held for long, to be paid.
    const painting = await open('Painting then');
    await buildEnrolledSeat(app, painting);
    await holdSeatOf(app, await buildUser(app), painting);
    const { seats = [] } = (await collections.classes.findOne({ _id: painting._id })) ?? {};
    const held = seats.map((one) =>
      one.state === 'held' ? { ...one, heldUntil: new Date('2099-01-01') } : one,
    );
    await collections.classes.updateOne({ _id: painting._id }, { $set: { seats: held } });

    // In parts, shared, with credit, moved, by check, reserved.
    const chess = await open('Chess then', { price: 190 });
    const inParts = await buildUser(app);
    const part = await holdSeatOf(app, inParts, chess);
    const { paymentId } = await agreeToParts(app, inParts, [part.cartId]);
    await confirmPayment(paymentId);
    expectDone(await recordPayment(app, inParts, paymentId));
    const sharing = await useCostShare(app).share(await buildFamily(app));
    await hold(sharing.parent, chess, sharing.child);
    await buildCredit(app, await buildUser(app), 50);
    const { student, cartId } = await buildEnrolledSeat(app, painting);
    const move = { cartId, classId: sailing.id, price: 100, note: 'By phone.' };
    expectDone(await app.as(student).call('POST /moves', { body: move }));
    const { buildPlanned, buildReserved } = planFor(app, director);
    await buildPlanned({ method: 'cheque' });
    await buildReserved([80]);

    // Opened by the office: one without, and one with a letter.
    for (const name of ['Nobody Yet', 'With Letter']) {
      const family = { id: new ObjectId().toHexString(), name, phone: '+1 555 0142' };
      expectDone(
        await app.as(director).call('POST /families', { body: { ...family, children: [] } }),
      );
    }
    const lettered = await collections.users.findOne({ name: 'With Letter' });
    const params = { id: lettered?._id.toHexString() ?? '' };
    expectDone(await app.as(director).call('POST /families/:id/claimCode', { params }));

    // The day list, as a phone without a connection told it.
    const at = app.services.now();
    await collections.attendance.insertOne({
      ...{ _id: randomUUID(), kind: 'out', at, receivedAt: at, day: '2026-07-06', offline: true },
      ...{ classId: sailing._id, personId: child._id, by: instructor._id },
      ...{ collectedBy: { how: 'alone' }, notAllowed: 'not_alone' },
    });
    await runJobs(app.services);
    const root = join(import.meta.dirname, '../../../..');
    await writeBackup(collections, 'speakifyr', join(root, FOLDER ?? ''));
  },
  300_000,
);

function expectDone({ status, body }: Pick<Answer<'POST /moves'>, 'status'> & { body: unknown }) {
  if (status !== 200) throw new Error(JSON.stringify(body));
}
