import { randomUUID } from 'node:crypto';
import { ObjectId } from 'mongodb';
import { sum } from '../check-payment.ts';
import { recordPayment, startPayment } from '../journeys.ts';
import { type Person, send } from '../people.ts';
import type { Random } from '../random.ts';
import { payByCard } from '../stripe.ts';
import { pause } from '../waiting.ts';
import { press } from './random-press.ts';
import { addRandomClass, checkCode, checkTold, dayAhead, findId, type Run } from './random-run.ts';

/**
 * Parents of a child owe the rest of a seat, and one of them goes: deletes the account, is removed, or leaves the child. The
 * office takes the same money twice under one name. In the end, the books ask who owes what is owed.
 */

/** Of a class that costs 90, in cents. */
const DEPOSIT = 1_000;
/** One letter of each is not a Latin one, or can't be seen. */
const ODD_NAMES = ['Аnna Lake', 'Anna\u200b Lake', '\u3164'];

type Household = { payer: Person; other: Person; childId: string; cartId: string };
type Work = { run: Run; admin: Person; random: Random };

/** A class that nobody else looks at, so that there is a seat for one family after the other. */
export async function addClassOfLeavers(run: Run): Promise<Run['classes'][number]> {
  const campClass = await addRandomClass(run, 20, 90);
  campClass.isOpen = false;
  return campClass;
}

/** One family after the other has a debt and loses somebody, until it is over. */
export async function leaveWithDebts(
  run: Run,
  admin: Person,
  campClass: { id: string },
  random: Random,
  isOver: () => boolean,
): Promise<void> {
  const work = { run, admin, random };
  while (!isOver()) {
    await pause(200 + random.next() * 400);
    const household = await beginPlan(work, campClass.id);
    if (!household) continue;
    if (random.chance(0.3)) await rename(work, household.payer);
    await random.pick([removeFromChild, leaveChild, removeUser, deleteAccount])(work, household);
    run.counts.left += 1;
    if (random.chance(0.5)) await payRest(work, household.other, household.cartId);
    if (random.chance(0.7)) await cancel(work, household.cartId);
  }
}

/** The office reserves a seat for a child of two parents, and one of them pays a deposit. */
async function beginPlan(work: Work, classId: string): Promise<Household | undefined> {
  const { run, admin, random } = work;
  const [payer, other] = (await run.school.addPeople(2)) as [Person, Person];
  // The one who added the child can't be removed by the other one.
  const guardians = random.pick([[payer, other], [other, payer], [payer]]);
  const childId = await run.school.addChild(guardians);
  const params = { id: await findId(run, payer) };
  const until = dayAhead(run.school, 2);
  const reserved = checkTold(
    run,
    await admin.call('POST /families/:id/seats', { params, body: { classId, childId, until } }),
  );
  if (reserved.status !== 200) return undefined;
  const { cartId } = reserved.body;
  const requestId = randomUUID();
  const record = (amount: number) =>
    admin.call('POST /families/:id/payments', {
      params,
      body: {
        ...{ requestId, cartIds: [cartId], amount, method: 'cash', reference: '' },
        ...{ day: dayAhead(run.school, -2), plan: [{ due: dayAhead(run.school, 3) }] },
      },
    });
  const name = `office_${requestId.replaceAll('-', '_')}`;
  if (!(await press(work, () => record(DEPOSIT), name, DEPOSIT))) return undefined;
  if (random.chance(0.3)) checkCode(run, 'request_used', await record(DEPOSIT + 1));
  return { payer, other, childId, cartId };
}

async function rename({ run, random }: Work, person: Person): Promise<void> {
  const odd = await person.call('PATCH /myProfile', { body: { name: random.pick(ODD_NAMES) } });
  run.complaints.check(
    [0, 400, 503].includes(odd.status),
    `a name that nobody can read as it is was answered ${odd.status}`,
  );
  checkTold(run, await person.call('PATCH /myProfile', { body: { name: 'Anna M. Lake' } }));
}

type Way = (work: Work, household: Household) => Promise<void>;

const removeFromChild: Way = async ({ run, admin }, { payer, childId }) => {
  const params = { id: childId, guardianId: await findId(run, payer) };
  const body = { note: 'A court decided.' };
  checkTold(run, await admin.call('DELETE /children/:id/guardians/:guardianId', { params, body }));
};

const leaveChild: Way = async ({ run }, { payer, childId }) => {
  const params = { id: childId, guardianId: await findId(run, payer) };
  checkTold(run, await payer.call('DELETE /myChildren/:id/guardians/:guardianId', { params }));
};

const removeUser: Way = async ({ run, admin }, { payer: { email } }) => {
  checkTold(run, await admin.call('DELETE /removeuser', { query: { email } }));
};

const deleteAccount: Way = async ({ run, random }, { payer }) => {
  const idToken = await signUpAtProvider(run, payer);
  const { email } = payer;
  if (random.chance(0.3)) {
    const [stranger] = (await run.school.addPeople(1)) as [Person];
    const body = { email, idToken: await signUpAtProvider(run, stranger) };
    checkCode(run, 'sign_in_again', await payer.call('DELETE /myAccount', { body }));
  }
  checkTold(run, await payer.call('DELETE /myAccount', { body: { email, idToken } }));
};

/** The one who stays pays all that is owed by card, if they owe it now. */
async function payRest({ run }: Work, person: Person, cartId: string): Promise<void> {
  const listed = await person.call('GET /myEnrolledClass', { query: { email: person.email } });
  const seat = listed.status === 200 && listed.body.find((one) => one.cartId === cartId);
  const owed = seat ? sum(seat.owed) : 0;
  if (owed === 0) return;
  const opened = checkTold(run, await startPayment(person, cartId, owed / 100));
  if (opened.status !== 200) return;
  const { clientSecret } = opened.body;
  if ((await payByCard(run.school, clientSecret)) === 'succeeded')
    checkTold(run, await recordPayment(person, clientSecret));
}

/** Makes room for the next family. */
async function cancel({ run, admin }: Work, cartId: string): Promise<void> {
  const { collections } = run.school;
  const paid = await collections.payments.findOne({ 'items.seatId': new ObjectId(cartId) });
  if (!paid) return;
  const body = { paymentId: paid._id, cartId, amount: paid.kept, note: 'They do not come.' };
  checkTold(run, await admin.call('POST /refunds', { body }));
}

/** A sign-in of a moment ago, without which nobody deletes an account. */
async function signUpAtProvider({ school }: Run, { email }: Person): Promise<string> {
  const path = '/identitytoolkit.googleapis.com/v1/accounts:signUp?key=test';
  const { body } = await send({
    ...{ port: school.services.port, method: 'POST', path, headers: {} },
    body: JSON.stringify({ email, password: 'secret-1' }),
  });
  const { localId, idToken } = body as { localId: string; idToken: string };
  const { users } = school.collections;
  // The provider has not confirmed the address.
  await users.updateOne({ email }, { $set: { uid: localId, isVerified: false } });
  return idToken;
}
