import { toCampDays } from '@speakifyr/contract/new-class-days.ts';
import { nameClassDays, sayClassDays } from '@speakifyr/contract/say-class-days.ts';
import {
  formatGateTime,
  formatHours,
  formatTime,
  nameCharge,
  nameDay,
  nameDays,
  nameTeacher,
  nameZone,
} from '@speakifyr/contract/format.ts';
import { type CampNeed, MAX_SUBJECT_LENGTH } from '@speakifyr/contract/limits.ts';
import type { RefundState } from '@speakifyr/contract/money-states.ts';
import { OWED_LABEL, PAYMENT_LABELS, REFUND_STATE_TEXTS } from '@speakifyr/contract/money-words.ts';
import type { PlanPart } from '@speakifyr/contract/owed.ts';
import { SCHOOL, SCHOOL_ADDRESS } from '@speakifyr/contract/school.ts';
import type { ClassSummary, SeatSummary } from '../../class-facts.ts';
import { cleanLine, cut } from '../../plain-text.ts';
import { formatIsoDay } from '../../school-time.ts';
import type { MailPart } from '@speakifyr/contract/mail.ts';
import { type Fact, facts, link, list, type Piece } from '../content.ts';
import type { BoughtFacts, Charge, NeedFacts } from './props.ts';

/**
 * A subject below MAX_SUBJECT_LENGTH, so that phones show all of it. If it is too long, the name is cut.
 * R95, R254, R255
 * @param before such as `You’re enrolled: `
 * @param name one line, not empty
 */
export function subjectOf(before: string, name: string): string {
  return before + cut(name, MAX_SUBJECT_LENGTH - 1 - before.length);
}

/** A class's name within a sentence. A very long one is cut; the facts have all of it. */
export function nameClass(name: string): string {
  return cut(cleanLine(name) || 'your class', 100);
}

/** A child's name within a sentence. */
export function nameChild(name: string): string {
  return cut(cleanLine(name) || 'your child', 60);
}

/** A seat within a sentence: `your seat in Sailing` or `Mia’s seat in Sailing`. */
export function nameSeat({ className, child }: Pick<BoughtFacts, 'className' | 'child'>): string {
  return `${nameOwner(child, 'your')} seat in ${nameClass(className)}`;
}

/** Whose seat it is: `Mia’s`, or this word if it is the reader's own. */
export function nameOwner(child: string | null, own: string): string {
  return child === null ? own : `${nameChild(child)}’s`;
}

/** Several names or things in a sentence: `Mia`, `Mia and Tom` or `Mia, Tom and Ana`. */
export function sayAll(names: string[]): string {
  const last = names.at(-1) ?? '';
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last;
}

/** The children in some seats: `Mia and Tom`; undefined if the seat is the reader's own. */
export function nameChildren(seats: Pick<SeatSummary, 'child'>[]): string | undefined {
  const names = seats.flatMap(({ child }) => (child === null ? [] : [nameChild(child)]));
  return names.length > 0 ? sayAll(names) : undefined;
}

/** A class as that of the reader's children or, without seats, its instructor; undefined for the reader's own seat. */
export function nameTheirClass(
  name: string,
  seats: Pick<SeatSummary, 'child'>[],
): string | undefined {
  if (seats.length === 0) return `${name}, the class you teach,`;
  const children = nameChildren(seats);
  return children && `${name}, the class of ${children},`;
}

/** A moment in the school's time zone: `Mon 5 July 2027, 9:05 PM Dhaka time`. */
export function sayMoment(moment: Date, timeZone: string): string {
  return `${nameDay(formatIsoDay(moment, timeZone))}, ${sayTime(moment, timeZone)}`;
}

/** `9:05 PM Dhaka time` */
function sayTime(moment: Date, timeZone: string): string {
  return nameZone(formatTime(moment, timeZone), timeZone);
}

/** The amount of a payment as on the receipt page: `$189 USD`. */
export function sayCharge({ amount, currency }: Charge): string {
  return nameCharge(amount / 100, currency);
}

/** A price in whole currency units. */
export function sayPrice(price: number, currency: string): string {
  return price === 0 ? 'Free' : nameCharge(price, currency);
}

const ON_ITS_WAY =
  ': we refund the money the way you paid. On a card, it usually shows up within 5 to 10 days. If you did not pay on this site, the school gets in touch with you.';
const AFTER_REFUND: Record<RefundState, string> = {
  decided: ON_ITS_WAY,
  sent: ON_ITS_WAY,
  pending: ON_ITS_WAY,
  // Stripe has taken our order. The bank may need some days.
  succeeded: ': on a card, it usually shows up within 5 to 10 days.',
  failed: '. Somebody at the school takes care of this refund by hand.',
  reversed: '. The school will contact you about it.',
  'paid otherwise': '. Haven’t received it? Just reply to this email.',
};

/** What the payer reads about money that goes back: its state, in the words of the receipt, and what comes next. R590 */
export function explainRefund(state: RefundState): string {
  return REFUND_STATE_TEXTS[state] + AFTER_REFUND[state];
}

/** What the payer reads about money that became credit. */
export function sayCreditKept(credit: Charge): string {
  return `${PAYMENT_LABELS.credit}: ${sayCharge(credit)}. It pays for other classes: the payment page offers it. Your dashboard says until when you can turn it back into a refund.`;
}

/** What to do with calendar files that take classes away. */
export function sayRemoval(files: number, classes: number): string {
  return `Open the attached ${files > 1 ? 'files' : 'file'} to remove the ${classes > 1 ? 'classes' : 'class'} from your calendar.`;
}

export const ASK_IF_WRONG = 'Does something look wrong? Just reply to this email.';

/** The child whose seat it is; nothing if it is the reader's own. */
export function listChild(child: string | null): Fact[] {
  return child === null ? [] : [['Child', nameChild(child)]];
}

/**
 * Entry codes, with the child if it is a child's, and with the days if these seats have different ones. A seat that is gone
 * has none.
 */
export function listCodes(seats: SeatSummary[]): Fact[] {
  const isMixed = new Set(seats.map(({ days }) => days?.join())).size > 1;
  return seats
    .filter(({ entryCode }) => entryCode)
    .map(({ child, entryCode, days }) => {
      const about = [child !== null && nameChild(child), isMixed && nameSeatDays(days)];
      const said = about.filter(Boolean).join(', ');
      return ['Entry code', said ? `${entryCode} (${said})` : entryCode];
    });
}

/** The days that were chosen for a seat. */
function nameSeatDays(days: string[] = []): string {
  const camp = toCampDays(days);
  return camp ? nameClassDays(camp) : 'all days';
}

/** When and where a class is. Leaves out what it doesn't say. */
export function listClassFacts(campClass: ClassSummary): Fact[] {
  const { camp_start, camp_end, room, instructor } = campClass;
  const [hours, place] = [formatHours(campClass), cleanLine(campClass.place)];
  const isOneDay = camp_start === camp_end;
  const { onlyOn, notOn, alsoOn } = sayClassDays(campClass);
  return [
    ['Class', cleanLine(campClass.name) || '–'],
    [isOneDay ? 'Day' : 'Days', nameDays(camp_start, camp_end)],
    ...listIf('On', onlyOn),
    ...listIf('No camp', notOn),
    ...listIf('Also on', alsoOn),
    ...listIf(isOneDay ? 'Hours' : 'Every day', hours),
    ...listIf('Place', place),
    ['Room', String(room)],
    ['Instructor', cleanLine(nameTeacher(instructor)) || '–'],
  ];
}

/** A fact, if there is something to say. */
function listIf(label: string, value: string | null | undefined): Fact[] {
  return value ? [[label, value]] : [];
}

/** What the school asks students to bring; nothing if it asks for nothing. */
export function listWhatToBring(): Piece[] {
  const items = SCHOOL.whatToBring;
  return items.length > 0 ? ['Please bring:', list(items)] : [];
}

/** The same for a class that the reader comes to, with when the gate opens if the class says when it begins. */
export function listComingClass(campClass: ClassSummary): Fact[] {
  const { dailyStart } = campClass;
  const gate = dailyStart && formatGateTime(dailyStart, SCHOOL.gateMinutes);
  return [...listClassFacts(campClass), ...listIf('Gate opens', gate)];
}

/** Until when canceling is free; nothing if it is not. @param day yyyy-mm-dd */
export function listFreeUntil(day: string | null): Fact[] {
  return listIf('Free cancellation until', day && nameDay(day));
}

/** Where the school is, and its phone. */
export function listSchool(): Fact[] {
  return [['Address', SCHOOL_ADDRESS], ...listIf('Phone', SCHOOL.phone)];
}

/** Where a bank transfer goes, and what to write on it. @param transfer null if the school takes none */
export function showTransfer(
  transfer: { account: string; reference: string } | null,
): MailPart | null {
  if (!transfer) return null;
  return facts([
    ['Bank transfer to', transfer.account],
    ['Reference', transfer.reference],
  ]);
}

/** An amount of money, if it is more than nothing. */
export function listCharge(label: string, charge: Charge): Fact[] {
  return charge.amount > 0 ? [[label, sayCharge(charge)]] : [];
}

/**
 * What is still owed for a seat, and when each part is due or charged. R354
 * @param card the card that is charged by itself, such as `Visa 4242`; null if the reader has to pay
 */
export function listOwedFacts(
  owed: PlanPart[],
  currency: string,
  card: string | null = null,
): Fact[] {
  const label = card ? `We charge ${card}` : OWED_LABEL;
  return owed.map((part): Fact => [label, sayPart(part, currency, card)]);
}

/** The same as a sentence. */
export function sayOwed(owed: PlanPart[], currency: string, card: string | null): string {
  const parts = sayAll(owed.map((part) => sayPart(part, currency, card)));
  return card ? `We charge ${card}: ${parts}.` : `${OWED_LABEL}: ${parts}.`;
}

function sayPart({ due, amount }: PlanPart, currency: string, card: string | null): string {
  return `${sayCharge({ amount, currency })} ${card ? 'on' : 'by'} ${nameDay(due)}`;
}

const NEEDS: Record<CampNeed, string> = {
  health: 'allergies and medication, even if there is nothing to report',
  emergency: 'whom we call in an emergency',
  pickUp: 'who may pick up',
  forms: 'what the school’s forms ask',
};

/** The list that gets children ready for camp. It says what is missing, never what the school knows. */
export function askNeeds(children: NeedFacts[]): Piece[] {
  if (children.length === 0) return [];
  const unready = children.filter(({ missing }) => missing.length > 0);
  const [path, ...others] = new Set(unready.map((child) => child.path));
  if (!path) {
    const names = [...new Set(children.map(({ child }) => child))];
    const are = names.length > 1 ? 'are' : 'is';
    return [
      `${sayAll([...new Set(names.map(nameChild))])} ${are} ready for camp: we know about health, whom to call, and who picks up, and no form is left.`,
    ];
  }
  const items = unready.flatMap(({ child, missing }) =>
    missing.map((need) => `${nameChild(child)}: ${NEEDS[need]}`),
  );
  return [
    'Ready for camp? Before the first day, please tell us:',
    list([...new Set(items)]),
    link('Add what is missing', others.length > 0 ? '/dashboard/children' : path),
  ];
}

export function listClassesByName(names: string[]): Fact[] {
  return listIf('Class', sayAll([...new Set(names)].map(nameClass)));
}

/** What an admin said about a move. */
export function sayWhy(note: string | null): string {
  const why = cleanLine(note ?? '');
  return why && `Why: ${why}`;
}
