import { isOfDemo } from '@speakifyr/contract/school-look.ts';
import type { School } from '@speakifyr/contract/school-schema.ts';
import type { FirstStep } from '@speakifyr/contract/statistics.ts';
import { findClass } from '../database/class-store.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { type Environment, STRIPE_API_URL } from '../environment.ts';
import { getRefundTerms } from '../ledger/refund-policy.ts';
import { areCardsLive, listOfDemo, LUNCH, TIME_ZONE } from '../of-the-demo.ts';
import { readToday } from '../school-time.ts';
import { getSchool } from '../school/school.service.ts';
import { listTextsOfDemo, readFirstTexts } from '../school/texts.ts';
import { findLastDay } from '../seats/may-join.ts';
import type { Services } from '../services.ts';
import { bundleOf } from '../users/bundles.ts';

/** Of each step whose state is known, what is left of it, in a word or a few. Nothing: it is done. */
type FirstSteps = Partial<Record<FirstStep, string[]>>;

/** What is on the part Days and places. */
const OF_DAYS = [LUNCH, TIME_ZONE];

/** Each enrolled seat has an entry code, and keeps it. An index finds them. */
const HAS_PEOPLE = { 'seats.entry_code': { $gt: '' } };

/**
 * What a director of a new school has still to do, read from the school's data each time: two directors read the same, and
 * a step whose reason is gone is open again. R607, R608
 * @returns undefined for others, for the demo school, and for a school of which a class with people in it is over
 */
export async function listFirstSteps(
  user: UserDocument,
  services: Services,
): Promise<FirstSteps | undefined> {
  const { environment, database } = services;
  // With the demo's data, everything is the demo's: that is what it is for.
  if (bundleOf(user) !== 'director' || environment.SEED_DEMO_DATA) return undefined;
  const { collections } = database;
  const today = readToday(services);
  const statuses = ['open' as const, 'archived' as const];
  const over = { status: { $in: statuses }, camp_end: { $lt: today }, ...HAS_PEOPLE };
  if (await findClass(collections, over)) return undefined;
  const school = await getSchool(services);
  const canBeJoined = {
    status: 'open' as const,
    [findLastDay()]: { $gte: today },
    sit: { $gt: 0 },
  };
  const [policy, instructor, opened, draft, joinable, paid, booked] = await Promise.all([
    getRefundTerms(services),
    collections.users.findOne({ role: 'instructor', status: 'active' }),
    findClass(collections, { status: 'open' }),
    findClass(collections, { status: 'draft' }),
    findClass(collections, canBeJoined),
    // Also if the seat was canceled since.
    collections.payments.findOne({ status: { $in: ['enrolled', 'refunded'] } }),
    findClass(collections, HAS_PEOPLE),
  ]);
  const ofDemo = listOfDemo(school);
  const cards = listLeftOfCards(school, environment);
  return {
    about: ofDemo.filter((fact) => !OF_DAYS.includes(fact)),
    texts: listTextsOfDemo(school.texts, readFirstTexts(environment.CLIENT_DIR)),
    days: ofDemo.filter((fact) => OF_DAYS.includes(fact)),
    refunds: policy.version > 0 ? [] : ['policy'],
    ...(cards && { cards }),
    instructor: instructor ? [] : ['instructor'],
    course: opened ? [] : [draft ? 'draft' : 'course'],
    booking: (paid ?? booked) ? [] : ['booking'],
    open: joinable ? [] : ['course'],
  };
}

/** What keeps real cards from being charged; undefined with a stand-in for Stripe, where none ever are. */
function listLeftOfCards(school: School, environment: Environment): string[] | undefined {
  if (environment.STRIPE_API_URL !== STRIPE_API_URL) return undefined;
  if (!areCardsLive(environment)) return ['live key'];
  return isOfDemo('seller', school) ? ['seller'] : [];
}
