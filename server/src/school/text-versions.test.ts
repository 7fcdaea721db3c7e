import { FIRST_CONSENTS, FIRST_TEXT_VERSION } from '@speakifyr/contract/consents.ts';
import { FIRST_SCHOOL, SCHOOL } from '@speakifyr/contract/school.ts';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { HEALTH_BODY } from '../testing/families.ts';
import { buildChild, buildUser, useUser } from '../testing/factories.ts';
import { setUpSchool } from '../testing/school.ts';
import { PHOTO_BODY } from '../testing/photos.ts';
import { useTestApp } from '../testing/test-app.ts';
import { addDays, readToday } from '../school-time.ts';
import { getSchool, readSchool } from './school.service.ts';
import { setTexts } from './texts.ts';

const app = useTestApp();
const director = useUser(app, 'admin');
afterEach(async () => {
  const { settings, textVersions } = app.services.database.collections;
  await settings.deleteMany({});
  await textVersions.deleteMany({});
  await readSchool(app.services);
});
afterAll(() => setUpSchool());

const today = () => readToday(app.services);
const save = async (change: object) => {
  const before = await getSchool(app.services);
  const texts = { ...before.texts, ...(change as { texts?: object }).texts };
  return app.as(director).call('PUT /school', { body: { ...before, ...change, texts } });
};
const read = async (name: 'terms' | 'healthConsent' | 'photoConsent', version?: string) =>
  app.call('GET /texts/:name', { params: { name }, query: version ? { version } : {} });

// Rules: R620. Who changes these words also changes FIRST_TEXT_VERSION: families are then asked again.
it('a new school begins with these consents', () => {
  expect({ version: FIRST_TEXT_VERSION, ...FIRST_CONSENTS }).toMatchInlineSnapshot(`
    {
      "healthConsent": "I agree that {{name}} keeps this information about {{child}}’s health, to take care of {{child}} at camp.

    **Who sees this:** {{child}}’s guardians who may see it; the instructor of a class that {{child}} joins, from 7 days before its first day until 1 day after its last; assistants and substitutes, on the days on which they look after that class; and the school’s admins. We record when each of them reads it. It is never in an email.

    **Until when:** you can withdraw at any time, and then we erase it at once. Otherwise we erase it some time after {{child}}’s last class. What our team writes down of medicine that it gave and of incidents stays longer, because the law asks for it. How long that is, is in our [privacy notes](/privacy).",
      "partsConsent": "I pay {{now}} now. {{name}} saves my card at Stripe and charges it {{later}}. Together, that is the price of {{price}}: no interest and no fees. I can pay the rest earlier and change the card at any time. If the card is declined, the school tells me by email and may try again. My seat stays.",
      "photoConsent": "I agree that {{name}} keeps this photo of {{child}}, so that the team recognizes {{child}}.

    **Who sees it:** the instructor of a class that {{child}} joins, from 7 days before its first day until 1 day after its last; assistants and substitutes, on the days on which they look after that class; the school’s admins; and {{child}}’s guardians who may see {{child}}. Nobody else: not other families, not the public.

    **What for:** to recognize {{child}} when {{child}} arrives and leaves. It is only on the day list. Phones of the team keep it for the day, encrypted.

    **Until when:** you can remove it at any time, and then we erase it at once. A phone that has no connection at that moment erases it at midnight. Otherwise we erase it some time after {{child}}’s last class, and when you are no longer {{child}}’s guardian. How long that is, is in our [privacy notes](/privacy).",
      "version": "2026-11-26",
    }
  `);
});

// Rules: R621.
describe('a version of a text', () => {
  it('is named by its day, stays as people read it, and anybody reads it again', async () => {
    await save({ name: 'Lake Camp', texts: { terms: '# Terms of {{name}}, {{termsDate}}' } });
    const first = (await read('terms')).body;
    expect(first.version).toBe(today());
    expect(SCHOOL.termsDate).toBe(today());
    // Another name of the school is other terms, and so is another word.
    await save({ name: 'Pine Hill' });
    await save({ texts: { terms: '# No refunds' } });
    expect((await read('terms')).body).toEqual({
      version: `${today()}.3`,
      parts: [{ tag: 'h1', parts: ['No refunds'] }],
    });
    expect((await read('terms', first.version)).body).toEqual(first);
    expect((await read('terms', `${today()}.2`)).body.parts).toEqual([
      { tag: 'h1', parts: [expect.stringMatching(/^Terms of Pine Hill, /)] },
    ]);
    // The same words as before are a version of their own.
    await save({ name: 'Lake Camp', texts: { terms: '# Terms of {{name}}, {{termsDate}}' } });
    expect((await read('terms')).body).toEqual({ ...first, version: `${today()}.4` });
  });

  it('does not change with what is not in the text, nor by what a director sends as its name', async () => {
    const before = (await read('terms')).body;
    const saved = await save({
      hours: 'Every day',
      termsDate: '2020-01-01',
      textVersions: { healthConsent: '2020-01-01' },
    });
    expect(saved.body).toMatchObject({ termsDate: FIRST_SCHOOL.termsDate, textVersions: {} });
    expect((await read('terms')).body).toEqual(before);
    expect((await read('healthConsent')).body.version).toBe(FIRST_TEXT_VERSION);
  });

  it('of a school from before there were versions can be read, too, once its text has changed', async () => {
    const before = (await read('healthConsent')).body;
    await save({ texts: { healthConsent: 'We keep it.' } });
    expect((await read('healthConsent', FIRST_TEXT_VERSION)).body).toEqual(before);
    const unknown = await read('healthConsent', '2019-01-01');
    expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(unknown.body.message).toMatch(/^This version is from before/);
  });

  it('after two directors save at once is the one that was saved', async () => {
    const body = await getSchool(app.services);
    const answers = await Promise.all(
      ['# One', '# Two'].map((terms) =>
        app
          .as(director)
          .call('PUT /school', { body: { ...body, texts: { ...body.texts, terms } } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const won = answers.findIndex(({ status }) => status === 200);
    expect((await read('terms')).body.parts).toEqual([{ tag: 'h1', parts: [['One', 'Two'][won]] }]);
    await save({ texts: { terms: '# Three' } });
    expect((await read('terms', today())).body.parts).toEqual([
      { tag: 'h1', parts: [['One', 'Two'][won]] },
    ]);
  });

  it('that a newer version of the software begins with leaves the one of before', async () => {
    const { textVersions } = app.services.database.collections;
    const kept = await textVersions.findOne({ _id: `healthConsent ${FIRST_TEXT_VERSION}` });
    expect(kept?.parts).toEqual((await read('healthConsent')).body.parts);
    await readSchool(app.services);
    expect(await textVersions.findOne({ _id: kept!._id })).toEqual(kept);
  });
});

// Rules: R620.
describe('a consent with new words', () => {
  const answerHealth = (parent: { email: string }, id: string, consent: string) => {
    const body = { ...HEALTH_BODY, consent };
    return app.as(parent).call('PUT /myChildren/:id/health', { params: { id }, body });
  };

  it('leaves the answers of before, and is asked for with the next one', async () => {
    const parent = await buildUser(app);
    const child = await buildChild(app, parent);
    const id = child._id.toHexString();
    expect((await answerHealth(parent, id, FIRST_TEXT_VERSION)).status).toBe(200);
    await save({ texts: { healthConsent: 'We keep what you say of {{child}}.' } });

    const { body } = await app.as(parent).call('GET /myChildren/:id', { params: { id } });
    expect(body).toMatchObject({
      health: 'answered',
      healthAnswer: { consent: { textVersion: FIRST_TEXT_VERSION } },
    });
    for (const consent of [FIRST_TEXT_VERSION, '2020-01-01', `${today()}.2`]) {
      const refused = await answerHealth(parent, id, consent);
      expect(refused, consent).toMatchObject({ status: 409, body: { code: 'text_changed' } });
    }
    expect((await answerHealth(parent, id, today())).status).toBe(200);
    const { childHealth } = app.services.database.collections;
    const stored = await childHealth.findOne({ _id: child._id });
    expect(stored?.consent).toMatchObject({ by: parent._id, textVersion: today() });
  });

  it('is asked for with a photo, and nothing of the photo is stored before', async () => {
    const parent = await buildUser(app);
    const { _id } = await buildChild(app, parent);
    const params = { id: _id.toHexString() };
    await save({ texts: { photoConsent: 'We keep the photo of {{child}}.' } });
    const give = (consent: string) =>
      app
        .as(parent)
        .call('PUT /myChildren/:id/photo', { params, body: { ...PHOTO_BODY, consent } });
    expect((await give(FIRST_TEXT_VERSION)).body.code).toBe('text_changed');
    const { childPhotos } = app.services.database.collections;
    expect(await childPhotos.findOne({ _id })).toBeNull();
    expect((await give(today())).status).toBe(200);
    expect((await childPhotos.findOne({ _id }))?.consent.textVersion).toBe(today());
  });

  // Rules: R634.
  it('is not what was signed on paper before: that names the version of its day, and nothing is written with another one', async () => {
    const parent = await buildUser(app);
    const { users, children, childHealth, textVersions } = app.services.database.collections;
    await users.updateOne({ _id: parent._id }, { $set: { isUnclaimed: true } });
    const { _id } = await buildChild(app, parent);
    const dayBefore = addDays(today(), -1);
    await save({ texts: { healthConsent: 'We keep it.' } });
    await save({ texts: { healthConsent: 'We keep all of it.' } });
    // The tenth of a day comes after its second.
    const twice = [dayBefore, `${dayBefore}.2`, `${dayBefore}.10`];
    await textVersions.insertMany(
      twice.map((version) => ({ _id: `healthConsent ${version}`, parts: [version] })),
    );
    const enter = (consent: string, day: string) => {
      const paper = { by: parent._id.toHexString(), day, reference: 'Folder 3' };
      const body = { paper, health: { ...HEALTH_BODY, consent } };
      const params = { id: _id.toHexString() };
      return app.as(director).call('PUT /children/:id/paperForm', { params, body });
    };
    const { revision } = (await children.findOne({ _id }))!;
    const versionOn = async (on: string) => {
      const params = { name: 'healthConsent' } as const;
      return (await app.call('GET /texts/:name', { params, query: { on } })).body.version;
    };
    const DAYS = {
      [today()]: `${today()}.2`,
      [dayBefore]: `${dayBefore}.10`,
      [addDays(dayBefore, -1)]: FIRST_TEXT_VERSION,
      // From before all that are kept.
      '2025-06-01': FIRST_TEXT_VERSION,
    };
    const versions = [...twice, today(), `${today()}.2`, FIRST_TEXT_VERSION, '2025-06-01'];
    for (const [day, right] of Object.entries(DAYS)) {
      expect(await versionOn(day), day).toBe(right);
      for (const version of versions.filter((one) => one !== right))
        expect((await enter(version, day)).body.code, `${version} on ${day}`).toBe('text_changed');
    }
    expect(await childHealth.findOne({ _id })).toBeNull();
    expect((await children.findOne({ _id }))?.revision).toBe(revision);
    for (const [day, right] of Object.entries(DAYS)) {
      expect((await enter(right, day)).status, day).toBe(200);
      expect((await childHealth.findOne({ _id }))?.consent.textVersion).toBe(right);
    }
  });

  it('that another server has saved and shown counts before this one has heard of it', async () => {
    const parent = await buildUser(app);
    const { _id } = await buildChild(app, parent);
    const heard = await getSchool(app.services);
    await save({ texts: { healthConsent: 'We keep it.' } });
    setTexts(heard.texts, heard);
    expect((await answerHealth(parent, _id.toHexString(), today())).status).toBe(200);
  });

  it.each([
    ['nothing', { healthConsent: ' ' }, /^A consent begins with the sentence/],
    ['only HTML', { photoConsent: '<p>I agree</p>' }, /^A consent begins with the sentence/],
    ['only a title', { healthConsent: '# I agree' }, /^A consent begins with the sentence/],
    [
      'parts without their amounts',
      { partsConsent: 'I pay in parts.' },
      /\{\{now\}\} and \{\{later\}\} and \{\{price\}\}/,
    ],
    ['a child in the terms', { terms: 'For {{child}}' }, /^There is no \{\{child\}\}/],
    [
      'the words of parts too long to keep',
      { partsConsent: `{{now}} {{later}} {{price}} ${'x'.repeat(1_200)}` },
      /at most 1200/,
    ],
  ])(
    'can’t be %s: it says what is wrong beside the text, and nothing is saved',
    async (_what, texts, problem) => {
      const before = await getSchool(app.services);
      const { status, body } = await save({ texts });
      expect(status).toBe(400);
      const [name] = Object.keys(texts);
      expect(body.fields).toEqual({ [`body.texts.${name}`]: expect.stringMatching(problem) });
      expect(await getSchool(app.services)).toEqual(before);
    },
  );
});

// Rules: R621.
describe('what somebody agreed to', () => {
  it('is named for them and for the office, and each version can be read; another guardian reads nothing of it', async () => {
    const terms = FIRST_SCHOOL.termsDate;
    const agreedTerms = { of: terms, at: new Date('2027-01-15T09:00:00Z') };
    const { users, children } = app.services.database.collections;
    const parent = await buildUser(app);
    await users.updateOne({ _id: parent._id }, { $set: { agreedTerms } });
    const other = await buildUser(app);
    const { _id } = await buildChild(app, parent, { name: 'Mia Berg' });
    const guardian = { userId: other._id, may: ['see', 'book'], addedAt: new Date() };
    await children.updateOne({ _id }, { $push: { guardians: guardian as never } });
    const params = { id: _id.toHexString() };
    await app.as(parent).call('PUT /myChildren/:id/health', { params, body: HEALTH_BODY });
    await save({
      texts: { healthConsent: 'We keep it.', photoConsent: 'The team sees {{child}}.' },
    });
    const photo = { ...PHOTO_BODY, consent: today() };
    await app.as(parent).call('PUT /myChildren/:id/photo', { params, body: photo });

    const list = (await app.as(parent).call('GET /myAgreements')).body;
    const at = expect.any(String) as string;
    const about = 'Mia Berg';
    expect(list).toHaveLength(3);
    expect(list).toEqual(
      expect.arrayContaining([
        { name: 'healthConsent', version: FIRST_TEXT_VERSION, at, about },
        { name: 'photoConsent', version: today(), at, about },
        { name: 'terms', version: terms, at: '2027-01-15T09:00:00.000Z', about: '' },
      ]),
    );
    for (const { name, version } of list) {
      const text = await app.call('GET /texts/:name', { params: { name }, query: { version } });
      expect(text, name).toMatchObject({ status: 200, body: { version } });
    }
    expect((await app.as(other).call('GET /myAgreements')).body).toEqual([]);
    const family = { params: { id: parent._id.toHexString() } };
    const office = await app.as(director).call('GET /families/:id', family);
    expect(office.body.agreements).toEqual(list);
    // What is taken back is no agreement anymore.
    await app.as(parent).call('DELETE /myChildren/:id/health', { params });
    expect((await app.as(parent).call('GET /myAgreements')).body).toHaveLength(2);
  });
});
