import { ObjectId } from 'mongodb';
import { type Attack, collectComplaints, guard } from '../attack.ts';
import { joinClass, readCart } from '../journeys.ts';
import type { Person } from '../people.ts';
import { withSchool } from '../school.ts';

const AMOUNT = { full: { rounds: 1_000 }, short: { rounds: 8 } };
const PARENTS = 50;
const SEATS = 20;

/** Fifty parents type the same code at the same moment, on two servers. It has one use left. */
export const codes: Attack = {
  name: 'codes',
  title: 'The last use of a code',
  promise:
    'one parent gets it in each round, the others read that it is used up, and it comes back',
  guards: [
    guard('takeUse', 'a code counts only for a seat that has taken a use'),
    guard('dropUnused', 'a use that nobody has anymore comes back', 'false'),
  ],
  async run(build, amount) {
    const { rounds } = AMOUNT[amount];
    const { list: broken, check } = collectComplaints();
    const env = { SEAT_HOLD_MINUTES: '600', MESSAGES_PER_HOUR: '1000000' };
    await withSchool(build, { servers: 2, env }, async (school) => {
      const [admin] = await school.addPeople(1, 'admin');
      const all = await school.addPeople(PARENTS + 1);
      for (let first = 0; first < all.length; first += SEATS) {
        const campClass = await school.addClass();
        for (const parent of all.slice(first, first + SEATS)) await joinClass(parent, campClass);
      }
      const text = await makeCode(admin!);
      // Who got it sits out the next round, so that each use has to come back for somebody else.
      let last = all[0];
      for (let round = 1; round <= rounds; round += 1) {
        const parents = all.filter((parent) => parent !== last);
        const answers = await Promise.all(
          parents.map((parent) => parent.call('POST /cartCode', { body: { code: text } })),
        );
        const got = answers.filter(({ status }) => status === 200).length;
        const refused = answers.filter(({ body }) => isUsedUp(body)).length;
        check(got === 1, `Round ${round}: ${got} were told that the code counts`);
        check(
          got + refused === PARENTS,
          `Round ${round}: ${PARENTS - got - refused} were told neither`,
        );
        const carts = await Promise.all(parents.map((parent) => readCart(parent)));
        const cheaper = parents.filter((_parent, place) => hasCode(carts[place]?.body));
        check(cheaper.length === 1, `Round ${round}: ${cheaper.length} seats have the code`);
        last = cheaper[0];
        // Takes it out again. A use counts for a minute after it was taken: that passes for it at once.
        for (const parent of cheaper) await parent.call('DELETE /cartCode');
        await school.collections.codeUses.updateMany({}, { $set: { at: new Date(0) } });
      }
    });
    return {
      rounds: `${rounds} rounds of ${PARENTS} parents, one use, 2 servers`,
      seen: `1 got it in each, ${rounds * (PARENTS - 1)} told that it is used up`,
      broken,
    };
  },
};

/** @returns what parents type */
async function makeCode(admin: Person): Promise<string> {
  const text = 'LASTONE';
  const discount = {
    ...{ id: new ObjectId().toHexString(), kind: 'code' as const, label: 'Last one', percent: 50 },
    ...{ amount: null, until: null, from: null, classIds: [], stacks: false },
    code: { text, from: null, maxUses: 1, maxPerFamily: null, minimum: null },
  };
  const { status } = await admin.call('PUT /discounts', {
    body: { version: 0, discounts: [discount] },
  });
  if (status !== 200) throw new Error(`The code was answered ${status}`);
  return text;
}

function isUsedUp({ code, message = '' }: { code?: string; message?: string }): boolean {
  return code === 'code_refused' && message.includes('used up');
}

function hasCode(cart: { lines?: { kind: string }[] | undefined }[] | undefined): boolean {
  return cart?.some(({ lines = [] }) => lines.some(({ kind }) => kind === 'code')) ?? false;
}
