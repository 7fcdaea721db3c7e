import { describe, expect, it } from 'vitest';
import type { UserDocument } from '../database/user-documents.ts';
import { useCostShare } from '../testing/cost-share.ts';
import { makeGuardian } from '../testing/documents.ts';
import { buildChild, buildUser } from '../testing/factories.ts';
import { findKinds, listMailsTo, readMailTo } from '../testing/mails.ts';
import { useTestApp } from '../testing/test-app.ts';
import { readProps } from './write-mail.ts';

const app = useTestApp();
const { ask, answer, end, removeGuardian, share } = useCostShare(app);

const build = async () => {
  const [parent, partner] = [await buildUser(app), await buildUser(app)];
  const guardians = [
    makeGuardian(parent._id),
    makeGuardian(partner._id, { may: ['book'], invitedBy: parent._id }),
  ];
  return { parent, partner, child: await buildChild(app, parent, { name: 'Mia', guardians }) };
};
const readAll = async (person: UserDocument) => {
  const lines = await listMailsTo(app, person);
  const read = await Promise.all(lines.map((line) => readProps(line, app.services)));
  return read.flatMap((one) => (one ? [(one.props as { news: string }).news] : []));
};

// Rules: R371.
describe('an email about sharing the cost', () => {
  it('goes to who is asked, then to who asked, while it is so', async () => {
    const family = await build();
    const { parent, partner } = family;
    await ask(family, parent, partner);
    expect(await findKinds(app, parent)).toEqual([]);
    expect(await readMailTo(app, partner, 'cost share')).toMatchObject({
      props: { news: 'asked', child: 'Mia', who: parent.name, youPay: 40 },
    });
    await answer(family, partner, { accept: true, askedBy: parent });
    // It is answered.
    expect(await readMailTo(app, partner, 'cost share')).toBeUndefined();
    expect(await readMailTo(app, parent, 'cost share')).toMatchObject({
      props: { news: 'accepted', who: partner.name, youPay: 60 },
    });
    await end(family, parent);
    expect(await readAll(parent)).toEqual([]);
    expect(await readAll(partner)).toEqual(['ended']);
    await ask(family, partner, parent, 20);
    expect(await readAll(partner)).toEqual([]);
    expect(await readAll(parent)).toEqual(['asked']);
    await end(family, parent);
    expect((await readAll(partner)).toSorted()).toEqual(['declined', 'ended']);
  });

  it('says nothing of a question that is taken back', async () => {
    const family = await build();
    const { parent, partner } = family;
    await ask(family, parent, partner);
    await end(family, parent);
    expect(await readAll(partner)).toEqual([]);
    expect(await findKinds(app, parent)).toEqual([]);
  });

  it('is not sent to somebody who is no guardian anymore by then', async () => {
    const family = await share(await build());
    const { parent, partner } = family;
    await end(family, parent);
    expect(await readAll(partner)).toEqual(['ended']);
    await removeGuardian(family, parent, partner);
    expect(await readAll(partner)).toEqual([]);
  });

  it('tells who stays that it ended, and nothing to who left', async () => {
    for (const leaves of ['parent', 'partner'] as const) {
      const family = await build();
      const { parent, partner } = family;
      await share(family);
      await removeGuardian(family, family[leaves], family[leaves]);
      expect(await readAll(family[leaves])).toEqual([]);
      const stays = leaves === 'parent' ? partner : parent;
      expect(await readAll(stays)).toEqual(['ended']);
      const lines = await listMailsTo(app, stays);
      const told = await Promise.all(lines.map((line) => readProps(line, app.services)));
      // Whoever left is not named anymore.
      expect(JSON.stringify(told)).not.toContain(family[leaves].name);
    }
  });
});
