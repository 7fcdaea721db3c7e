import { listClassDays } from '@speakifyr/contract/class-days.ts';
import { listNewDays } from '@speakifyr/contract/new-class-days.ts';
import { sayClassDays } from '@speakifyr/contract/say-class-days.ts';
import { findLogo, findSharedPicture } from '@speakifyr/contract/school-look.ts';
import { FIRST_SCHOOL, SCHOOL } from '@speakifyr/contract/school.ts';
import { PAGE_TEXTS } from '@speakifyr/contract/text-parts.ts';
import { afterAll, expect, it, vi } from 'vitest';
import {
  buildClass,
  buildEnrolledSeat,
  buildPaidSeat,
  recordPayment,
  useUser,
  buildUser,
  holdSeatOf,
} from '../testing/factories.ts';
import { makeByDay, PICTURE } from '../testing/documents.ts';
import { setUpSchool } from '../testing/school.ts';
import { useTestApp } from '../testing/test-app.ts';
import { inDays } from '../testing/today.ts';
import { addDays } from '../school-time.ts';
import { getSchool, readSchool, startFollowing } from './school.service.ts';
import { takeOver } from './take-over.ts';

const app = useTestApp();
const director = useUser(app, 'admin');
afterAll(() => setUpSchool());

const NO_TEXTS = Object.fromEntries(PAGE_TEXTS.map((name) => [name, '']));

const save = async (change: object) => {
  const body = { ...(await getSchool(app.services)), ...change };
  return app.as(director).call('PUT /school', { body });
};

/** The first Monday from so many days on. */
const nextMonday = (days: number) =>
  addDays(inDays(days), (8 - new Date(inDays(days)).getUTCDay()) % 7);

// Rules: R604.
it('what a director saves is on papers from now on, and in the audit log', async () => {
  const before = await app.as(director).call('GET /school');
  expect(before.body).toMatchObject({ ...FIRST_SCHOOL, version: 0 });
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
  expect(log[0]).toMatchObject({
    action: 'change school',
    target: 'version 1',
    after: { name: 'Pine Hill', address: { street: '4 Pine Road', city: 'Ithaca' } },
  });
});

// Rules: R605.
it('a text is read as parts, with the facts of the school; nothing in it becomes HTML, and no link runs a script', async () => {
  const terms = [
    '# Terms of {{seller}}',
    '',
    '<script>alert(1)</script>',
    '',
    '![The lake](/pictures/map.svg) ![A bug](https://evil.example/pixel.gif)',
    '',
    'Ask <img src=x onerror=alert(1)> [us](/contact), [them](javascript:alert(1)) or [you](//evil.example).',
    '',
    '- **one**',
    '- two',
  ];
  await save({ texts: { ...NO_TEXTS, terms: terms.join('\n') } });
  const { body } = await app.call('GET /texts/:name', { params: { name: 'terms' } });
  expect(body.parts).toEqual([
    { tag: 'h1', parts: [`Terms of ${SCHOOL.seller}`] },
    {
      tag: 'p',
      parts: [{ tag: 'img', href: '/pictures/map.svg', parts: ['The lake'] }, ' ', 'A bug'],
    },
    {
      tag: 'p',
      parts: [
        'Ask ',
        ' ',
        { tag: 'a', href: '/contact', parts: ['us'] },
        ', ',
        'them',
        ' or ',
        'you',
        '.',
      ],
    },
    {
      tag: 'ul',
      parts: [
        { tag: 'li', parts: [{ tag: 'strong', parts: ['one'] }] },
        { tag: 'li', parts: ['two'] },
      ],
    },
  ]);
  const nowhere = await app.http.get('/api/texts/nothing');
  expect(nowhere.status).toBe(400);
});

it('when two directors save at once, the second one is told, and the first one’s change stays', async () => {
  const seen = (await app.as(director).call('GET /school')).body;
  expect((await save({ phone: '+1 607 555 0101' })).status).toBe(200);
  const body = { ...seen, hours: 'Every day' };
  const second = await app.as(director).call('PUT /school', { body });
  expect(second).toMatchObject({ status: 409, body: { code: 'school_changed' } });
  const now = (await app.as(director).call('GET /school')).body;
  expect(now).toMatchObject({ phone: '+1 607 555 0101', hours: seen.hours });
});

it('a save that comes too late takes no day out of a class', async () => {
  const monday = nextMonday(150);
  const friday = addDays(monday, 4);
  const campClass = await buildClass(app, { camp_start: monday, camp_end: friday });
  const seen = (await app.as(director).call('GET /school')).body;
  expect((await save({ hours: 'Every day' })).status).toBe(200);
  const body = { ...seen, holidays: [{ from: friday, to: friday, name: '' }] };
  const late = await app.as(director).call('PUT /school', { body });
  expect(late.body).toMatchObject({ code: 'school_changed' });
  expect(listClassDays(await readClass(campClass))).toContain(friday);
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
  ['a country that there is not', { address: { ...FIRST_SCHOOL.address, countryCode: 'ZZ' } }],
  ['a country of three letters', { address: { ...FIRST_SCHOOL.address, countryCode: 'USA' } }],
  ['reminders out of order', { money: { ...FIRST_SCHOOL.money, reminderDays: [1, -3, 7] } }],
  ['a release before the last reminder', { money: { ...FIRST_SCHOOL.money, releaseAfterDays: 7 } }],
  [
    'a release before a late reminder',
    { money: { ...FIRST_SCHOOL.money, reminderDays: [1, 2, 20], releaseAfterDays: 20 } },
  ],
  ['201 places', { booking: { ...FIRST_SCHOOL.booking, maxSeats: 201 } }],
  ['an offer of three hours', { booking: { ...FIRST_SCHOOL.booking, offerHours: 3 } }],
  ['a name of 1 MB', { hours: 'x'.repeat(1_000_000) }],
  ['a text of 1 MB', { texts: { ...NO_TEXTS, about: 'x'.repeat(1_000_000) } }],
  ['a logo on a stranger’s site', { logo: 'https://tracker.example/pixel.png' }],
  ['a logo that runs a script', { logo: 'javascript:alert(1)' }],
  ['a picture of Home that says nothing', { home: { picture: PICTURE, alt: ' ' } }],
  [
    'a picture of Home on a stranger’s site',
    { home: { picture: 'https://tracker.example/x.png', alt: 'Us' } },
  ],
  ['a slide without a title', { slides: [{ picture: PICTURE, title: '', alt: 'Us' }] }],
  ['a slide that says nothing', { slides: [{ picture: PICTURE, title: 'Us', alt: ' ' }] }],
  ['a slide without a picture', { slides: [{ picture: '', title: 'Us', alt: 'Us' }] }],
  [
    'a slide on a stranger’s site',
    { slides: [{ picture: 'https://tracker.example/x.png', title: 'Us', alt: 'Us' }] },
  ],
  [
    'eight slides',
    { slides: Array.from({ length: 8 }, () => ({ picture: PICTURE, title: 'Us', alt: 'Us' })) },
  ],
  ['a color that is too light', { color: '#ffd400' }],
  ['a color that is a style sheet', { color: '#14532d;}body{display:none' }],
  ['no headline', { words: { ...FIRST_SCHOOL.words, headline: ' ' } }],
  ['a headline of 1 MB', { words: { ...FIRST_SCHOOL.words, headline: 'x'.repeat(1_000_000) } }],
  ['a text with a fact that there is not', { texts: { ...NO_TEXTS, about: 'Fax {{fax}}' } }],
])('%s is refused, and nothing is saved', async (_what, change) => {
  const before = await getSchool(app.services);
  const { status } = await save(change);
  expect([400, 413]).toContain(status);
  expect(await getSchool(app.services)).toEqual(before);
});

it('a document that lacks a field has its first value, and what a newer version wrote stays', async () => {
  const { settings } = app.services.database.collections;
  await settings.updateOne({ _id: 'school' }, {
    $unset: {
      'terms.booking.holdMinutes': '',
      'terms.booking.instructorsSeeEarnings': '',
      'terms.booking.maxHeld': '',
      'terms.booking.maxHeldOfClass': '',
      'terms.booking.maxHeldUnconfirmed': '',
      'terms.social': '',
      'terms.words': '',
    },
    $set: { 'terms.booking.newer': 7 },
  } as object);
  const { status, body } = await app.as(director).call('GET /school');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    booking: {
      holdMinutes: FIRST_SCHOOL.booking.holdMinutes,
      instructorsSeeEarnings: true,
      maxHeld: 24,
      maxHeldOfClass: 6,
      maxHeldUnconfirmed: 3,
    },
    social: FIRST_SCHOOL.social,
    words: FIRST_SCHOOL.words,
  });
  expect((await save({ hours: 'Every day' })).status).toBe(200);
  const stored = await settings.findOne({ _id: 'school' });
  expect(stored?.terms).toMatchObject({ hours: 'Every day', booking: { newer: 7 } });
});

const readClass = async (campClass: { id: string }) =>
  (await app.call('GET /classes/:id', { params: { id: campClass.id } })).body;

it('other weekdays off are for new classes: each class that exists keeps its days', async () => {
  const monday = nextMonday(30);
  const fields = { camp_start: monday, camp_end: addDays(monday, 4) };
  const kites = await buildClass(app, { ...fields, name: 'Kites' });
  await buildEnrolledSeat(app, kites);
  expect((await save({ daysOff: [0, 2, 6] })).status).toBe(200);
  expect(listClassDays(await readClass(kites))).toEqual(kites.days);
  expect(listNewDays(fields)).toHaveLength(4);
  await save({ daysOff: [0, 6] });
  expect(await readClass(kites)).not.toHaveProperty('days');
});

// Rules: R626.
it('a new single day off is taken out of classes that nobody has joined, and refused if somebody has', async () => {
  const monday = nextMonday(60);
  const [tuesday, wednesday, thursday, friday] = [1, 2, 3, 4].map((count) =>
    addDays(monday, count),
  ) as [string, string, string, string];
  const day = (from: string, to = from, name = '') => ({ holidays: [{ from, to, name }] });
  const days = { camp_start: monday, camp_end: friday };
  const boats = await buildClass(app, { ...days, name: 'Boats' });
  const last = await buildClass(app, { camp_start: tuesday, camp_end: wednesday, name: 'Last' });
  const late = await buildClass(app, { camp_start: wednesday, camp_end: friday, name: 'Late' });
  expect((await save(day(tuesday, wednesday, 'Founders’ Day'))).status).toBe(200);
  expect(await readClass(boats)).toMatchObject({ ...days, days: [monday, thursday, friday] });
  expect(sayClassDays(await readClass(boats)).notOn).toMatch(/^Tue .* – Wed .* \(Founders’ Day\)$/);
  // It begins on its first day of camp. One that would have no day left meets all the same.
  expect(await readClass(late)).toMatchObject({ camp_start: thursday, camp_end: friday });
  expect(await readClass(last)).toMatchObject({ camp_start: tuesday, camp_end: wednesday });
  expect(listNewDays(days)).toEqual([monday, thursday, friday]);

  // A day off that is taken away gives no day back: families have read these days.
  expect((await save({ holidays: [] })).status).toBe(200);
  expect(listClassDays(await readClass(boats))).toEqual([monday, thursday, friday]);

  await buildEnrolledSeat(app, boats);
  await buildEnrolledSeat(app, boats);
  const refused = await save(day(friday));
  expect(refused).toMatchObject({ status: 409, body: { code: 'days_off_in_use' } });
  expect(refused.body.message).toMatch(/^A class with people in it .*: Boats\./);
  expect(SCHOOL.holidays).toEqual([]);
  expect(listClassDays(await readClass(boats))).toContain(friday);
  expect(listClassDays(await readClass(late))).toContain(friday);
  // A day on which nobody comes is taken.
  expect((await save(day(tuesday, wednesday, 'Lake Day'))).status).toBe(200);
  expect(sayClassDays(await readClass(boats)).notOn).toContain('(Lake Day)');
  for (const wrong of [day(friday, monday), day('2031-02-30'), day(monday, addDays(monday, 61))])
    expect((await save(wrong)).status).toBe(400);
});

it('a class that is sold by day and loses one to a day off can still be changed by its form', async () => {
  const monday = nextMonday(120);
  const days = [0, 1, 2, 3, 4].map((count) => addDays(monday, count));
  const friday = days[4]!;
  const byDay = { prices: [50, 90, 130, 170, 200], atLeast: 5 };
  const campClass = await buildClass(app, { ...makeByDay(days), byDay });
  const { _id } = campClass;
  const saved = await save({ holidays: [{ from: friday, to: friday, name: '' }] });
  expect(saved.status).toBe(200);
  const found = await app.services.database.collections.classes.findOne({ _id });
  const { sit, price, assign_room, course_tag, name, revision, byDay: now } = found!;
  expect(now).toEqual({ prices: [50, 90, 130, 170], atLeast: 4 });
  const body = { sit, price, assign_room, course_tag, name, revision, byDay: now };
  const params = { id: campClass.id };
  const changed = await app
    .as(director)
    .call('PATCH /updateClass/:id', { params, body: body as never });
  expect(changed).toMatchObject({ status: 200 });
  await save({ holidays: [] });
});

it('whoever joins while a day off is saved either keeps the day, or the class had lost it before', async () => {
  const monday = nextMonday(90);
  const friday = addDays(monday, 4);
  for (let round = 0; round < 5; round += 1) {
    await save({ holidays: [] });
    const campClass = await buildClass(app, { camp_start: monday, camp_end: friday });
    const [saved, held] = await Promise.allSettled([
      save({ holidays: [{ from: friday, to: friday, name: '' }] }),
      holdSeatOf(app, await buildUser(app), campClass),
    ]);
    const days = listClassDays(await readClass(campClass));
    const isSaved = saved.status === 'fulfilled' && saved.value.status === 200;
    expect(held.status).toBe('fulfilled');
    expect(days.includes(friday)).toBe(!isSaved);
    await app.services.database.collections.classes.deleteOne({ _id: campClass._id });
  }
  await save({ holidays: [] });
});

it('a server follows what another one has saved', async () => {
  await save({ hours: 'Monday to Friday' });
  const { settings } = app.services.database.collections;
  // As another server does it.
  await settings.updateOne({ _id: 'school' }, {
    $set: { 'terms.hours': 'Every day' },
    $inc: { 'terms.version': 1 },
  } as object);
  const stop = startFollowing(app.services);
  await vi.waitFor(() => expect(SCHOOL.hours).toBe('Every day'));
  await stop();
});

it('what another server saved is not put back by a read that began before it', async () => {
  const { settings } = app.services.database.collections;
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const slow = {
    ...app.services,
    database: {
      ...app.services.database,
      collections: {
        ...app.services.database.collections,
        settings: {
          findOne: async (filter: object) => {
            const found = await settings.findOne(filter);
            await held;
            return found;
          },
        } as never,
      },
    },
  };
  const stop = startFollowing(slow);
  await save({ hours: 'Only today' });
  release();
  await stop();
  expect(SCHOOL.hours).toBe('Only today');
});

it('settings of before are taken over once, before any job runs, and only if nobody has decided yet', async () => {
  const variables = {
    OFFER_HOURS: '48',
    SAFETY_KEEP_DAYS: '11000',
    PAYMENT_REMINDER_DAYS: '-5,0,3',
    MAIL_REPLY_TO: 'maya@camp.example',
  };
  const { settings } = app.services.database.collections;
  await takeOver(variables, app.services);
  expect((await getSchool(app.services)).booking.offerHours).toBe(24);
  await settings.deleteOne({ _id: 'school' });
  await takeOver(variables, app.services);
  expect(await getSchool(app.services)).toMatchObject({
    version: 1,
    booking: { offerHours: 48, holdMinutes: 30 },
    money: { reminderDays: [-5, 0, 3] },
    keepDays: { safety: 11_000, health: 30 },
    mail: { replyTo: 'maya@camp.example', signature: '' },
  });
});

// Rules: R609.
it('the demo’s lake is the demo’s: a school that was saved before there were logos has none', async () => {
  await save({ name: FIRST_SCHOOL.name });
  expect(findLogo()).toBe('/logo.svg');
  await save({ name: 'Pine Hill' });
  const { settings } = app.services.database.collections;
  await settings.updateOne({ _id: 'school' }, {
    $unset: { 'terms.logo': '', 'terms.color': '', 'terms.home': '' },
  } as object);
  await readSchool(app.services);
  expect(findLogo()).toBe('');
  expect(SCHOOL).toMatchObject({ color: FIRST_SCHOOL.color, home: FIRST_SCHOOL.home });
  expect(findSharedPicture()).toBe('/pictures/hero.webp');
  const home = { picture: '/pictures/ours.jpg', alt: 'Us' };
  expect((await save({ logo: PICTURE, home })).body).toMatchObject({ logo: PICTURE, home });
  expect(findSharedPicture()).toBe(home.picture);
  expect(findLogo()).toBe(PICTURE);
});
