import { type Attack, collectComplaints, type Complaints, guard } from '../attack.ts';
import { checkBooks } from '../books.ts';
import { joinClass, recordPayment, removeFromCart, startPayment } from '../journeys.ts';
import type { Answer, Person } from '../people.ts';
import { type School, withSchool } from '../school.ts';
import { askStripe, intentOf, payByCard, sendEvent } from '../stripe.ts';
import { waitUntil } from '../waiting.ts';
import { openWeather, type Trouble, troubles, type Weather } from './stripe-troubles.ts';

const STUDENTS = { full: 5, short: 1 };
/** How fast the clocks run: a job checks a payment after 20 s on them, then every 30 s; a refund every minute. */
const CLOCK_SPEED = { full: 10, short: 30 };
/** How long a job may take to settle everything once Stripe works again, in milliseconds. */
const SETTLED_MS = 60_000;
const SORRY = 'The card payment service does not answer right now.';

/** Stripe fails while students pay, and while their payments are settled. */
export const stripeOutages: Attack = {
  name: 'stripe',
  title: 'Stripe is slow, down, or gets calls twice',
  promise:
    'nobody is charged twice; what students read is true; payments are settled when Stripe is back',
  guards: [
    guard('hasCode', 'canceling twice is no failure', 'false'),
    guard('isOldFailure', 'a failure that Stripe repeats is worked around', 'false'),
    guard('findAtStripe', 'a refund whose answer was lost is looked for before it is made again'),
    guard('settleDuePayments', 'a job settles payments that nobody came back for'),
  ],
  async run(build, amount) {
    const complaints = collectComplaints();
    const told = new Map<number, number>();
    // However slow this machine is, no hold may end on the fast clock during the attack.
    const env = { JOB_SECONDS: '0.5' };
    const decided = { booking: { holdMinutes: 600 } };
    const chosen = troubles.filter(({ isLong }) => amount === 'full' || !isLong);
    return withSchool(build, { clockSpeed: CLOCK_SPEED[amount], env, decided }, async (school) => {
      const weather = openWeather(school.stripeLink);
      const tales = chosen.flatMap((trouble) =>
        STORIES.flatMap((story) =>
          Array.from({ length: STUDENTS[amount] }, () => ({ trouble, story })),
        ),
      );
      const people = await school.addPeople(tales.length);
      await Promise.all(
        tales.map(({ trouble, story }, index) =>
          story(openScene(school, weather, people[index]!, trouble, complaints, told)),
        ),
      );
      // From here on the jobs are alone: no browser, no webhook.
      const { payments, refunds } = school.collections;
      const settledMs = await waitUntil(
        async () =>
          (await payments.countDocuments({ status: 'open' })) === 0 &&
          (await refunds.countDocuments({ checkAfter: { $exists: true } })) === 0,
        SETTLED_MS,
      );
      complaints.check(
        settledMs !== null,
        'Not all payments and refunds were settled when Stripe was back',
      );
      const counts = await checkBooks(school, complaints);
      await checkChargedOnce(school, people, complaints);
      const answers = [...told].sort().map(([status, count]) => `${count} × ${status}`);
      return {
        rounds: `${chosen.length} kinds of trouble × ${STORIES.length} stories (pay, refund, remove, pay after all) × ${STUDENTS[amount]} students`,
        seen: `answers during the trouble: ${answers.join(', ')}; then ${counts.enrolled} enrolled, ${counts.refunded} refunded, ${counts.canceled} canceled, the last ${((settledMs ?? 0) / 1_000).toFixed(1)} s after Stripe was back`,
        broken: complaints.list,
      };
    });
  },
};

type Scene = Awaited<ReturnType<typeof openScene>>;

/** A student with a class of their own and a trouble of their own. */
function openScene(
  school: School,
  weather: Weather,
  student: Person,
  trouble: Trouble,
  { check }: Complaints,
  told: Map<number, number>,
) {
  const scene = `Stripe ${trouble.name}`;
  return {
    school,
    student,
    check: (holds: boolean, complaint: string) => check(holds, `${scene}: ${complaint}`),
    /** Makes calls while Stripe is in trouble, and checks that the answers are honest. */
    async inTrouble<A extends Answer>(about: string, calls: (() => Promise<A>)[]): Promise<A[]> {
      weather.begin(about, trouble);
      const answers = await Promise.all(calls.map((call) => call()));
      weather.end(about);
      for (const { status, body } of answers) {
        told.set(status, (told.get(status) ?? 0) + 1);
        const { message = '' } = body as { message?: string };
        if (trouble.isBearable) check(status < 500, `${scene}: answered ${status} ${message}`);
        else if (status >= 500)
          check(status === 503 && message === SORRY, `${scene}: answered ${status} ${message}`);
      }
      return answers;
    },
    /** Whether a refund is recorded, which is made at the latest when Stripe is back. */
    async isReturned(id: string) {
      return (await school.collections.refunds.findOne({ paymentId: id })) !== null;
    },
    async isOpen(id: string) {
      return (await school.collections.payments.findOne({ _id: id }))?.status === 'open';
    },
  };
}

/** Starts the payment in two tabs, reloads, pays, and records the payment; the webhook comes too. */
async function payInTrouble(scene: Scene): Promise<void> {
  const { school, student, check, inTrouble } = scene;
  const { price, cartId } = await join(scene);
  const start = () => startPayment(student, cartId, price);

  const tabs = await inTrouble(student.email, [start, start]);
  const clientSecret = await startNow(scene, cartId, price);
  if (!clientSecret) return;
  const id = intentOf(clientSecret);
  const reloaded = await inTrouble(id, [start]);
  for (const tab of [...tabs, ...reloaded])
    check(
      tab.status !== 200 || tab.body.clientSecret === clientSecret,
      'two tabs were given two payments',
    );

  check((await payByCard(school, clientSecret)) === 'succeeded', 'the card could not be charged');
  const record = () => recordPayment(student, clientSecret);
  const hear = () =>
    sendEvent(school, 'payment_intent.succeeded', { id, object: 'payment_intent' });
  const answers = await inTrouble<Answer>(id, [record, record, hear]);
  for (const answer of answers) await checkPaidTruth(scene, id, answer);
}

/** Pays for a class that was just closed: the money is returned. */
async function returnInTrouble(scene: Scene): Promise<void> {
  const { school, student } = scene;
  const { campClass, clientSecret } = await pay(scene);
  await school.collections.classes.updateOne(
    { _id: campClass._id },
    { $set: { status: 'archived' }, $inc: { version: 1 } },
  );
  const record = () => recordPayment(student, clientSecret);
  const id = intentOf(clientSecret);
  for (const answer of await scene.inTrouble(id, [record, record, record]))
    await checkPaidTruth(scene, id, answer);
}

/** Removes a class from the cart while its payment is open; tries again if that failed. */
async function removeInTrouble(scene: Scene): Promise<void> {
  const { school, student, check, inTrouble } = scene;
  const { campClass, cartId, price } = await join(scene);
  const { clientSecret } = (await startPayment(student, cartId, price)).body;
  const remove = () => removeFromCart(student, campClass.id, cartId);
  const [first] = await inTrouble(intentOf(clientSecret), [remove]);
  if (first!.status !== 200) {
    const { status } = await remove();
    check(
      status === 200,
      `with Stripe back, a class could not be removed from the cart: ${status}`,
    );
  }
  const paid = await payByCard(school, clientSecret);
  check(paid !== 'succeeded', 'a class could be paid for after it was removed from the cart');
}

/** Tries to remove a class from the cart, fails, and pays for it after all. */
async function payAfterTrouble(scene: Scene): Promise<void> {
  const { school, student, check, inTrouble } = scene;
  const { campClass, cartId, price } = await join(scene);
  const first = (await startPayment(student, cartId, price)).body.clientSecret;
  const [removal] = await inTrouble(intentOf(first), [
    () => removeFromCart(student, campClass.id, cartId),
  ]);
  if (removal!.status === 200) return;
  const second = await startNow(scene, cartId, price);
  if (!second) return;
  const paid = await payByCard(school, second);
  check(paid === 'succeeded', `a payment that was started could not be paid: ${paid}`);
}

const STORIES = [payInTrouble, returnInTrouble, removeInTrouble, payAfterTrouble];

async function join(scene: Scene) {
  const campClass = await scene.school.addClass();
  const { status, body } = await joinClass(scene.student, campClass);
  scene.check(status === 200, `a class could not be joined: ${status}`);
  return { campClass, cartId: body.cartId, price: campClass.price };
}

/** Starts the payment while Stripe works. @returns the client secret, or undefined after a refusal */
async function startNow({ student, check }: Scene, cartId: string, price: number) {
  const { status, body } = await startPayment(student, cartId, price);
  check(status === 200, `with Stripe working, a payment could not be started: ${status}`);
  return status === 200 ? body.clientSecret : undefined;
}

async function pay(scene: Scene) {
  const { campClass, cartId, price } = await join(scene);
  const { clientSecret } = (await startPayment(scene.student, cartId, price)).body;
  await payByCard(scene.school, clientSecret);
  return { campClass, clientSecret };
}

/** What the student was told about a successful payment must be true. */
async function checkPaidTruth(
  { check, isOpen, isReturned }: Scene,
  id: string,
  { status, body }: Answer,
): Promise<void> {
  const { code } = body as { code?: string };
  if (status === 200) check(!(await isOpen(id)), 'said to be settled, but is not');
  else if (code === 'payment_refunded')
    check(await isReturned(id), 'said to be refunded, but is not');
  else check(status === 503, `a successful payment was answered ${status} ${code}`);
}

/** Nobody pays twice, no matter what they tried how often. */
async function checkChargedOnce(
  school: School,
  people: Person[],
  { check }: Complaints,
): Promise<void> {
  for (const { email } of people) {
    const payments = await school.collections.payments.find({ email }).toArray();
    const truths = await Promise.all(payments.map(({ _id }) => askStripe(school, _id)));
    const charged = truths.filter(
      ({ status, isRefunded }) => status === 'succeeded' && !isRefunded,
    );
    check(charged.length <= 1, `${email} was charged ${charged.length} times`);
  }
}
