import { SCHOOL } from '@speakifyr/contract/school.ts';
import { nameDay } from '@speakifyr/contract/format.ts';
import { PAYMENT_LABELS } from '@speakifyr/contract/money-words.ts';
import type { ObjectId } from 'mongodb';
import type { PlanPart } from '@speakifyr/contract/owed.ts';
import { sayTransfer } from '../../payments/pay-reference.ts';
import { getProcessingSeats } from '../../payments/readable-seats.ts';
import { listOwingSeats, nameOwed } from '../../seats/owing-seats.ts';
import { listOwedFor, listOwedOf } from '../../seats/seat-plan.ts';
import { readChildName } from '../../users/participant-names.ts';
import { findDayStart, readToday, addDays } from '../../school-time.ts';
import { facts, link } from '../content.ts';
import { defineMail, type DueMail } from '../mail-module.ts';
import { findChargedCard, findSeatOf } from '../parts/find.ts';
import {
  listChild,
  listOwedFacts,
  nameClass,
  nameOwner,
  sayCharge,
  showTransfer,
  subjectOf,
} from '../parts/say.ts';
import {
  findLastDue,
  findReleaseDay,
  findStep,
  isLast,
  nameForBooker,
  nameReminder,
} from '../../payments/payment-reminders.ts';
import { findRecipient, findRecipients } from '../recipients.ts';

/** `due`: the day of the part that it is about, and `number` which of its reminders it is. */
type PaymentDueCause = {
  classId: ObjectId;
  seatId: ObjectId;
  due: string;
  number: number;
  /** The last reminder: the day on which the seat is released. Missing if it is not. */
  releaseOn?: string;
  /** For the booker, who would lose the seat: the other household has not paid its share. */
  isOthers?: true;
  /** For somebody to whom it has just passed from another guardian. */
  isTakenOver?: true;
};

/** `owed`: what is owed by now, the reminder's part first. `child` is null for the reader's own seat. */
type PaymentDueProps = {
  className: string;
  child: string | null;
  owed: PlanPart[];
  isLate: boolean;
  /** The day on which the seat is released; null if it is not, or not yet known. */
  releaseOn: string | null;
  currency: string;
  /** The last digits of the card that will be charged automatically; null if they have to pay. */
  card: string | null;
  transfer: ReturnType<typeof sayTransfer>;
  isOthers: boolean;
  isTakenOver: boolean;
};

/** How often a server looks, because every look reads all classes with something to pay soon. */
const LOOK_EVERY_MS = 60_000;

/**
 * Reminds a family of a part of a price three times. Never while a bank is processing a payment for the seat. Also tells
 * whoever takes over what is owed, and the booker that the share of the other household is not paid. R356, R475, R478
 */
export const paymentDue = defineMail<PaymentDueCause, PaymentDueProps>({
  isTimely: true,
  nameLook: ({ now }) => String(Math.floor(now().getTime() / LOOK_EVERY_MS)),

  async look(services) {
    const today = readToday(services);
    const seats = await listOwingSeats(services, findLastDue(today));
    const users = await findRecipients(
      seats.flatMap(({ payerId, seat }) => [payerId, seat.userId]),
      services,
    );
    const processing = await getProcessingSeats(seats, services);
    return seats.flatMap((one): DueMail<PaymentDueCause>[] => {
      const { campClass, payerId } = one;
      const { seatId } = one.seat;
      const { due } = one.plan;
      const step = due && findStep(one, due, today);
      if (!due || !step || processing.has(seatId.toHexString())) return [];
      const releaseOn = isLast(step) ? findReleaseDay(one, due, today) : undefined;
      const end = releaseOn && releaseOn <= step.until ? releaseOn : addDays(step.until, 1);
      const id = nameReminder({ _id: nameOwed(one), due }, step.number);
      const about = {
        classId: campClass._id,
        seatId,
        due,
        number: step.number,
        ...(releaseOn && { releaseOn }),
      };
      const notAfter = findDayStart(end, SCHOOL.timeZone);
      const reminder = { id, about, to: users.get(payerId.toHexString()), notAfter };
      if (!one.isCoPay || !releaseOn) return [reminder];
      const to = users.get(one.seat.userId.toHexString());
      return [
        reminder,
        { id: nameForBooker(id), about: { ...about, isOthers: true }, to, notAfter },
      ];
    });
  },

  on: {
    async 'pass on debt'({ data: { classId, seatId, userId, due } }, services) {
      const id = `takenover-${seatId.toHexString()}-${userId.toHexString()}-${due}`;
      const about = { classId, seatId, due, number: 0, isTakenOver: true as const };
      return [{ id, about, to: await findRecipient(userId, services) }];
    },
  },

  /** Only while it is still owed, and the reader may still book for the child. */
  async read(cause, { user, rights }, services) {
    const { classId, seatId, due, releaseOn, isOthers = false, isTakenOver = false } = cause;
    const { campClass, seat } = await findSeatOf({ classId, seatId }, services);
    if (!campClass || seat?.state !== 'enrolled') return undefined;
    const { childId } = seat;
    const isBooker = seat.userId.equals(user._id);
    const owed =
      isOthers && isBooker
        ? listOwedFor(campClass, seat.coPay ?? {})
        : listOwedOf(user, { campClass, seat });
    if (owed[0]?.due !== due || !rights.may('book', childId)) return undefined;
    if ((await getProcessingSeats([{ seat }], services)).size > 0) return undefined;
    return {
      props: {
        className: campClass.name,
        child: await readChildName(childId, services),
        owed,
        isLate: due < readToday(services),
        releaseOn: (SCHOOL.money.releaseAfterDays && releaseOn) || null,
        currency: SCHOOL.currency,
        card: findChargedCard(user, seat)?.last4 ?? null,
        transfer: sayTransfer(user),
        isOthers,
        isTakenOver,
      },
      childIds: childId ? [childId] : [],
    };
  },

  write(props) {
    const { className, child, owed, isLate, releaseOn, currency, card, transfer } = props;
    const { isOthers, isTakenOver } = props;
    const name = nameClass(className);
    const [first] = owed;
    const amount = sayCharge({ amount: first?.amount ?? 0, currency });
    const seat = `${nameOwner(child, 'your')} seat in ${name}`;
    // Neither household sees what the other one owes.
    if (isOthers)
      return {
        subject: subjectOf('The other share is not paid yet: ', name),
        parts: [
          `Another household pays a share of ${seat}. We have not received all of it yet.`,
          releaseOn &&
            `If it has not arrived before ${nameDay(releaseOn)}, we release the seat on that day, and somebody else can have it. Then you get back what our refund policy said when you booked.`,
          'Do you want to keep the seat in any case? Please call us before that day, and we find a way.',
          link('See your classes', '/dashboard/enroll'),
        ],
      };
    if (isTakenOver)
      return {
        subject: subjectOf('You now pay the rest: ', name),
        parts: [
          `Another guardian paid for ${seat} so far and can’t pay the rest anymore. You may book for ${child ? 'the same child' : 'it'}, so the rest is yours to pay now.`,
          'Do you think that this is wrong, or is the seat not wanted anymore? Please call us before it is due.',
          facts([...listChild(child), ...listOwedFacts(owed, currency)]),
          showTransfer(transfer),
          link('Pay by card', '/dashboard/enroll'),
        ],
      };
    if (card && first && !isLate)
      return {
        subject: subjectOf('A payment is due soon: ', name),
        parts: [
          `On ${nameDay(first.due)}, we charge ${amount} for ${seat} to your card that ends in ${card}. You don’t have to do anything.`,
          facts([...listChild(child), ...listOwedFacts(owed, currency)]),
          link('See your payments', '/dashboard/installments'),
        ],
      };
    return {
      subject: subjectOf(isLate ? `${PAYMENT_LABELS.unpaid}: ` : 'A payment is due soon: ', name),
      parts: [
        isLate
          ? `${amount} for ${seat} was due, and we have not received it yet. Perhaps it has crossed with this email; then you don’t have to do anything. If there is a problem, please call us, and we find a way.`
          : `This is a friendly reminder: ${amount} for ${seat} is due soon.`,
        releaseOn &&
          `If it has not arrived before ${nameDay(releaseOn)}, we release the seat on that day, and somebody else can have it. Then you get back what our refund policy said when you booked.`,
        facts([...listChild(child), ...listOwedFacts(owed, currency)]),
        showTransfer(transfer),
        link('Pay by card', '/dashboard/enroll'),
        'You can also bring or send the money to the school. Paying early is always possible.',
      ],
    };
  },
});
