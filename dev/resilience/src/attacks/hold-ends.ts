import { type Attack, collectComplaints } from '../attack.ts';
import { settleBooks } from '../books.ts';
import { holdUp } from '../links.ts';
import { createRandom, SEED } from '../random.ts';
import { openSchool } from '../school.ts';
import { runAll } from '../waiting.ts';
import { CLOCK_SPEED, type Outcome, payAtTheEnd } from './hold-ends-race.ts';
import { createWorstOrders } from './worst-orders.ts';

const AMOUNT = {
  full: { races: 200, settleMs: 30_000 },
  short: { races: 20, settleMs: 8_000 },
};
const AT_ONCE = 20;

/**
 * A hold of eighteen seconds takes three of ours. It is shorter than the time after which the sweep first
 * looks at a payment, so that the end of the hold comes first.
 */
const SEAT_HOLD_MINUTES = '0.3';

/** A hold is about to end when the card is charged; the recording, the sweep and somebody else's join come along. */
export const holdEnds: Attack = {
  name: 'hold-ends',
  title: 'Hold ends while paying',
  promise:
    'Paid and seated, or unseated and refunded; never paid and unseated; paid in time is seated',
  guards: [
    {
      name: 'a hold that ends waits for its payments to be ended, or settled',
      file: 'server/src/cart/cart.service.ts',
      after: 'function releaseExpiredHolds',
      cut: '      if (!(await endPaymentsOfSeat(seat.cartId, services))) continue;\n',
    },
    {
      name: 'money that buys no seat goes back',
      file: 'server/src/payments/settle-payment.ts',
      after: 'async function seatPayment',
      cut: '  await services.cardPayments.refundIntent(payment.paymentId);\n',
    },
  ],
  async run(build, amount) {
    const { races, settleMs } = AMOUNT[amount];
    const complaints = collectComplaints(`TORTURE_SEED=${SEED}: `);
    const random = createRandom(SEED);
    const school = await openSchool(build, {
      servers: 2,
      clockSpeed: CLOCK_SPEED,
      env: { SEAT_HOLD_MINUTES, SWEEP_SECONDS: '0.05', RATE_LIMIT_PER_MINUTE: '1000000' },
    });
    try {
      const payers = await school.addPeople(races);
      const others = await school.addPeople(races);
      const orders = createWorstOrders();
      const slow = holdUp(random, 60);
      school.databaseLink.meddle(slow);
      school.stripeLink.meddle(async (message) => {
        await orders.arrange(message);
        return slow(message);
      });
      const told = new Map<string, string>();
      const outcomes = await runAll(payers, AT_ONCE, (payer, index) => {
        const own = createRandom(SEED + index);
        return payAtTheEnd({
          school,
          payer,
          other: others[index]!,
          random: own,
          orders,
          told,
          isReloading: index % 2 === 0,
        });
      });
      school.databaseLink.meddle();
      school.stripeLink.meddle();
      const ended = await settleBooks(school, complaints, settleMs, () => 1);
      const inTime = new Set(
        outcomes.flatMap((one, index) => (one === 'in time' ? [payers[index]!.email] : [])),
      );
      for (const { _id, status, email } of await school.collections.payments.find({}).toArray()) {
        complaints.check(
          (told.get(_id) ?? status) === status,
          `${_id}: the student was told '${told.get(_id)}', and it ended ${status}`,
        );
        complaints.check(
          status !== 'refunded' || !inTime.has(email),
          `${_id}: paid before the hold ended, and the seat is lost`,
        );
      }
      const count = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length;
      return {
        rounds: `${races} races for one seat, 2 servers, the sweep at work all the time`,
        seen:
          `${count('in time')} paid before the end of their hold, ${count('late')} after it, ` +
          `${count('refused')} cards refused because the hold had ended, ${count('too slow')} too slow to pay; ` +
          `${ended.enrolled} enrolled, ${ended.refunded} refunded, settled in ${(ended.ms / 1_000).toFixed(1)} s`,
        broken: complaints.list,
      };
    } finally {
      await school.close();
    }
  },
};
