import { FIRST_SCHOOL, SCHOOL } from '@speakifyr/contract/school.ts';
import { afterAll, expect, it } from 'vitest';
import { buildClass, buildPaidSeat, recordPayment, useUser } from '../testing/factories.ts';
import { setUpSchool } from '../testing/school.ts';
import { useTestApp } from '../testing/test-app.ts';
import { getSchool, readSchool } from './school.service.ts';

const app = useTestApp();
const director = useUser(app, 'admin');
afterAll(() => setUpSchool());

const save = async (change: object) => {
  const body = { ...(await getSchool(app.services)), ...change };
  return app.as(director).call('PUT /school', { body });
};

// Rules: R604.
it('what a director saves is on papers from now on, and in the audit log', async () => {
  const before = await app.as(director).call('GET /school');
  expect(before.body).toEqual({ ...FIRST_SCHOOL, version: 0 });
  const address = { ...FIRST_SCHOOL.address, street: '4 Pine Road', city: 'Ithaca' };
  const saved = await save({ name: 'Pine Hill', seller: 'Pine Hill Camps LLC', address });
  expect(saved.body).toMatchObject({ name: 'Pine Hill', version: 1 });

  const { student, paymentId } = await buildPaidSeat(app, await buildClass(app));
  expect((await recordPayment(app, student, paymentId)).status).toBe(200);
  const params = { paymentId };
  const receipt = await app.as(student).call('GET /receipts/:paymentId', { params });
  expect(receipt.body.seller).toMatchObject({ name: 'Pine Hill Camps LLC' });
  expect(receipt.body.seller.address).toMatch(/^4 Pine Road, Ithaca/);
  const { body: log } = await app.as(director).call('GET /auditLog', { query: {} });
  expect(log[0]).toMatchObject({ action: 'change school', target: 'version 1' });
});

it('of two directors who change it at once, the second is told, and nothing of the first is lost', async () => {
  const seen = (await app.as(director).call('GET /school')).body;
  expect((await save({ phone: '+1 607 555 0101' })).status).toBe(200);
  const body = { ...seen, hours: 'Every day' };
  const second = await app.as(director).call('PUT /school', { body });
  expect(second).toMatchObject({ status: 409, body: { code: 'school_changed' } });
  const now = (await app.as(director).call('GET /school')).body;
  expect(now).toMatchObject({ phone: '+1 607 555 0101', hours: seen.hours });
});

it('a server that starts, or follows another one, has what was saved', async () => {
  await save({ hours: 'Monday to Friday' });
  setUpSchool();
  expect(SCHOOL.hours).toBe(FIRST_SCHOOL.hours);
  await readSchool(app.services);
  expect(SCHOOL.hours).toBe('Monday to Friday');
});

it.each([
  ['a name of spaces', { name: '  ' }],
  ['a phone that is none', { phone: 'call us' }],
  ['a link that runs a script', { mapLink: 'javascript:alert(1)' }],
  ['an address without a street', { address: { ...FIRST_SCHOOL.address, street: '' } }],
  ['a country of three letters', { address: { ...FIRST_SCHOOL.address, countryCode: 'USA' } }],
  ['reminders out of order', { money: { ...FIRST_SCHOOL.money, reminderDays: [1, -3, 7] } }],
  ['a release before the last reminder', { money: { ...FIRST_SCHOOL.money, releaseAfterDays: 7 } }],
  [
    'a release before a late reminder',
    { money: { ...FIRST_SCHOOL.money, reminderDays: [1, 2, 20], releaseAfterDays: 20 } },
  ],
  ['201 places', { booking: { ...FIRST_SCHOOL.booking, maxSeats: 201 } }],
  ['an offer of three hours', { booking: { ...FIRST_SCHOOL.booking, offerHours: 3 } }],
  ['a text of 1 MB', { hours: 'x'.repeat(1_000_000) }],
])('%s is refused, and nothing is saved', async (_what, change) => {
  const before = await getSchool(app.services);
  const { status } = await save(change);
  expect([400, 413]).toContain(status);
  expect(await getSchool(app.services)).toEqual(before);
});
