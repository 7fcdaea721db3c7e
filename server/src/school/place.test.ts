import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CURRENCIES } from '@speakifyr/contract/places.ts';
import { FIRST_SCHOOL, SCHOOL } from '@speakifyr/contract/school.ts';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { buildClass, buildTeacher, useUser } from '../testing/factories.ts';
import { makeNewCourse } from '../testing/documents.ts';
import { setUpSchool } from '../testing/school.ts';
import { useTestApp } from '../testing/test-app.ts';
import { changeSchool, getSchool, readSchool } from './school.service.ts';
import { takeOver } from './take-over.ts';

const app = useTestApp();
const director = useUser(app, 'admin');
afterAll(() => setUpSchool());

const save = async (change: object) => {
  const body = { ...(await getSchool(app.services)), ...change };
  return app.as(director).call('PUT /school', { body });
};
const NEW_YORK = { timeZone: 'America/New_York', currency: 'EUR' };

beforeEach(async () => {
  const { classes, settings, payments } = app.services.database.collections;
  await Promise.all([classes, settings, payments].map((one) => one.deleteMany({})));
  setUpSchool();
});

// Rules: R625.
it('an empty school chooses its time zone and currency, and they hold at once', async () => {
  const saved = await save(NEW_YORK);
  expect(saved.body).toMatchObject({ ...NEW_YORK, version: 1 });
  expect(saved.body.fixedBecause).toBeUndefined();
  expect(SCHOOL).toMatchObject(NEW_YORK);
});

it.each([
  ['a place on Mars', { timeZone: 'Mars/Olympus' }],
  ['an offset, which has no summer', { timeZone: '+05:00' }],
  ['an abbreviation', { timeZone: 'EST' }],
  ['nothing', { timeZone: '' }],
])('%s is no time zone', async (_what, change) => {
  const refused = await save(change);
  expect(refused).toMatchObject({
    status: 400,
    body: { fields: { 'body.timeZone': 'Choose a time zone such as America/New_York.' } },
  });
});

// Without a fraction, with thousandths, none at Stripe, none at all.
it.each(['JPY', 'KWD', 'MGA', 'XAU', 'usd', 'TK'])(
  'cards are not charged in %s',
  async (currency) => {
    const refused = await save({ currency });
    expect(refused.status).toBe(400);
    expect(refused.body.fields?.['body.currency']).toMatch(/with cents that Stripe takes/);
  },
);

it('all currencies are written with their cents', () => {
  const digits = (currency: string) =>
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
      .maximumFractionDigits;
  // These have hundredths at Stripe, and nobody has coins of them.
  const noCoins = ['HUF', 'YER'];
  expect(CURRENCIES.filter((one) => digits(one) !== 2)).toEqual(noCoins);
});

it('once there is a class, they stay, and it says why; everything else can change', async () => {
  await buildClass(app, { name: 'Kites' });
  for (const change of [{ timeZone: 'America/New_York' }, { currency: 'EUR' }]) {
    const refused = await save(change);
    expect(refused).toMatchObject({ status: 409, body: { code: 'school_in_use' } });
    expect(refused.body.message).toContain('because there is the class Kites');
  }
  expect(SCHOOL).toMatchObject({ timeZone: 'Asia/Dhaka', currency: 'USD' });
  const saved = await save({ currencyLabel: 'US$', hours: 'Every day' });
  expect(saved.body).toMatchObject({ currencyLabel: 'US$', version: 1 });
  expect(saved.body.fixedBecause).toBe('there is the class Kites');
  const shown = await app.as(director).call('GET /school');
  expect(shown.body.fixedBecause).toBe('there is the class Kites');
  const stored = await app.services.database.collections.settings.findOne({ _id: 'school' });
  expect(stored?.terms).not.toHaveProperty('fixedBecause');
});

it('prices and fees without a class keep them, too', async () => {
  const { body: policy } = await app.call('GET /refundPolicy');
  const change = (fee: number) =>
    app.as(director).call('PUT /refundPolicy', {
      body: { version: fee, steps: policy.steps.map((step) => ({ ...step, fee })) },
    });
  expect((await change(0)).status).toBe(200);
  await app.services.database.collections.settings.updateOne(
    { _id: 'school' },
    { $set: { usedAt: new Date(0) } },
  );
  expect((await save({ currency: 'EUR' })).status).toBe(200);
  expect((await change(1)).status).toBe(200);
  expect((await save(NEW_YORK)).body.code).toBe('school_in_use');
});

let teachers = 0;
const addClass = async () => {
  const body = makeNewCourse(await buildTeacher(app, `Tove ${(teachers += 1)}`));
  return app.as(director).call('POST /addCourse', { body });
};

it('a class that is added while the currency changes wins', async () => {
  const { database } = app.services;
  const { settings } = database.collections;
  const inBetween = {
    ...app.services,
    database: {
      ...database,
      collections: {
        ...database.collections,
        settings: {
          findOne: (filter: object) => settings.findOne(filter),
          // Nothing was there when it looked.
          updateOne: async (filter: object, change: object, options: object) => {
            expect((await addClass()).status).toBe(200);
            return settings.updateOne(filter, change, options);
          },
        } as never,
      },
    },
  };
  const seen = { ...(await getSchool(app.services)), ...NEW_YORK };
  const change = changeSchool(seen, director as never, inBetween);
  await expect(change).rejects.toMatchObject({ code: 'school_changed' });
  await readSchool(app.services);
  expect(SCHOOL).toMatchObject({ timeZone: 'Asia/Dhaka', currency: 'USD' });
});

it('somebody who was about to add a class has a minute for it', async () => {
  const { settings } = app.services.database.collections;
  const at = (seconds: number) => new Date(app.services.now().getTime() - seconds * 1_000);
  await settings.insertOne({ _id: 'school', usedAt: at(30) });
  const refused = await save(NEW_YORK);
  expect(refused).toMatchObject({ status: 409, body: { code: 'school_in_use' } });
  expect(refused.body.message).toContain('Please try again in a minute');
  await settings.updateOne({ _id: 'school' }, { $set: { usedAt: at(70) } });
  expect((await save(NEW_YORK)).body).toMatchObject({ ...NEW_YORK, version: 1 });
});

it('a server that has not heard of the change adds no class with the price of before', async () => {
  await save(NEW_YORK);
  setUpSchool();
  const refused = await addClass();
  expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(await app.services.database.collections.classes.countDocuments()).toBe(0);
});

it('a school keeps what it had as settings, also if it was saved before they became fields', async () => {
  const variables = {
    SCHOOL_TIME_ZONE: 'Europe/Berlin',
    CURRENCY: 'EUR',
    CURRENCY_LABEL: '€',
    OFFER_HOURS: '48',
  };
  const { settings } = app.services.database.collections;
  await save({ hours: 'Every day' });
  await settings.updateOne({ _id: 'school' }, {
    $unset: { 'terms.timeZone': '', 'terms.currency': '', 'terms.currencyLabel': '' },
  } as object);
  await takeOver(variables, app.services);
  await readSchool(app.services);
  expect(SCHOOL).toMatchObject({
    ...{ timeZone: 'Europe/Berlin', currency: 'EUR', currencyLabel: '€', hours: 'Every day' },
    booking: { offerHours: FIRST_SCHOOL.booking.offerHours },
  });
  // Once: a director may have chosen others since.
  await takeOver({ SCHOOL_TIME_ZONE: 'America/New_York' }, app.services);
  expect((await getSchool(app.services)).timeZone).toBe('Europe/Berlin');
});

it.each([
  [{ SCHOOL_TIME_ZONE: 'Mars/Olympus' }, 'SCHOOL_TIME_ZONE=Mars/Olympus'],
  [{ CURRENCY: 'JPY' }, 'CURRENCY=JPY'],
])(
  'with %o, a server does not start: it would take another currency, or another day',
  async (variables, named) => {
    await expect(takeOver(variables, app.services)).rejects.toThrow(named);
  },
);

it('an old name of a zone is taken over as lists have it; another wrong setting is left out', async () => {
  await takeOver({ SCHOOL_TIME_ZONE: 'Japan', CURRENCY: 'RSD', OFFER_HOURS: '1' }, app.services);
  expect(await getSchool(app.services)).toMatchObject({
    ...{ timeZone: 'Asia/Tokyo', currency: 'RSD' },
    booking: { offerHours: FIRST_SCHOOL.booking.offerHours },
  });
});

it('a school of before that its form would refuse today still takes over its currency', async () => {
  const { settings } = app.services.database.collections;
  await save({ hours: 'Every day' });
  await settings.updateOne({ _id: 'school' }, {
    $unset: { 'terms.currency': '' },
    $set: { 'terms.tax': { name: 'VAT', percent: 0 } },
  } as object);
  await takeOver({ CURRENCY: 'EUR' }, app.services);
  expect(await getSchool(app.services)).toMatchObject({ currency: 'EUR' });
});

/** Where a time zone or a currency is written down, or this machine's is read. */
const OF_ITS_OWN =
  /\b(timeZone|currency)(:| =) '(\w+\/|(?!UTC)[A-Z]{3}')|resolvedOptions\(\)\.timeZone|env\.TZ\b/;

it('no code has a time zone or a currency of its own, but that which knows the demo school', () => {
  const root = join(import.meta.dirname, '../../..');
  const found = ['contract/src', 'server/src', 'client/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/testing|\.test\.|^school-look/.test(file))
      .map((file) => join(folder, file))
      .filter((file) => OF_ITS_OWN.test(readFileSync(join(root, file), 'utf8'))),
  );
  expect(found).toEqual([]);
});
