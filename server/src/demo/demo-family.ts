import { createHash } from 'node:crypto';
import { toCents } from '@speakifyr/contract/format.ts';
import { FIRST_TEXT_VERSION } from '@speakifyr/contract/consents.ts';
import { ObjectId } from 'mongodb';
import type { ClassDocument, EnrolledSeat } from '../database/class-document.ts';
import type {
  ChildContactsDocument,
  ChildDocument,
  ChildHealthDocument,
} from '../database/family-documents.ts';
import type { WaitingEntry } from '../database/waiting-documents.ts';
import { listSearchWords } from '../database/search-words.ts';
import { DAY_MS } from '../school-time.ts';
import { summerOf } from './demo-data.ts';
import {
  demoAdmin,
  demoChildren,
  demoContacts,
  demoHealth,
  demoParent,
  demoStudent,
  demoStudents,
  type DemoPerson,
} from './demo-people.ts';

/** The same name always has the same id. */
export function makeId(name: string): ObjectId {
  return new ObjectId(createHash('sha256').update(name).digest('hex').slice(0, 24));
}

/** @param slug the child's */
export function findDemoChildId(slug: string): ObjectId {
  return makeId(`child ${slug}`);
}

/** The demo parent's children. An aunt may see them. The first one has contacts and a health answer. */
export function buildDemoFamily(today: Date): {
  children: ChildDocument[];
  contacts: ChildContactsDocument[];
  health: ChildHealthDocument[];
} {
  const parent = makeId(demoParent.email);
  const aunt = demoStudents.at(-1)?.email ?? '';
  const _id = findDemoChildId(demoChildren[0].slug);
  return {
    children: demoChildren.map(({ slug, name, bornYearsBefore, birthday, note }, number) => ({
      _id: findDemoChildId(slug),
      name,
      searchWords: listSearchWords({ name }),
      birthDate: `${summerOf(today) - bornYearsBefore}-${birthday}`,
      note,
      guardians: [
        {
          userId: parent,
          place: `${parent.toHexString()}-${number}`,
          may: ['see', 'book'],
          invitedBy: null,
        },
        {
          userId: makeId(aunt),
          place: `${makeId(aunt).toHexString()}-${number}`,
          may: ['see'],
          invitedBy: parent,
        },
      ],
      addedBy: parent,
      invitations: [],
      allowedClasses: [],
      revision: 0,
      createdAt: today,
    })),
    contacts: [{ _id, contacts: demoContacts, savedAt: today, checkAfter: today }],
    health: [
      {
        _id,
        ...demoHealth,
        confirmedAt: today,
        checkAfter: today,
        consent: { at: today, by: parent, textVersion: FIRST_TEXT_VERSION },
      },
    ],
  };
}

/** The class that is full, by its `slug`. */
const FULL_CLASS = 'cooking';

/** A demo class's waiting list: empty, except for the full one, where the demo parent waits with the younger child. */
export function buildDemoWaiting(
  slug: string,
  today: Date,
): Pick<ClassDocument, 'waiting' | 'demand'> {
  if (slug !== FULL_CLASS) return {};
  const [, leo] = demoChildren;
  const wait = (
    { email }: Pick<DemoPerson, 'email'>,
    daysAgo: number,
    childId?: ObjectId,
  ): WaitingEntry => ({
    waitId: makeId(`waiting ${slug} ${email}`),
    userId: makeId(email),
    people: [childId ? { childId } : {}],
    together: true,
    priority: 0,
    joinedAt: new Date(today.getTime() - daysAgo * DAY_MS),
    lapses: 0,
  });
  return {
    waiting: [wait(demoStudent, 9), wait(demoParent, 4, findDemoChildId(leo.slug))],
    // Two got a seat through the list, and one gave up.
    demand: { asked: 5, offered: 3, enrolled: 2 },
  };
}

/** The seat for which a deposit was paid: the younger child's. */
const DEPOSIT_CLASS = 'science';
const DEPOSIT = 5_000;

/**
 * What is still owed for a seat of the demo parent's children: nothing, except for one. The balance is due halfway between
 * today and the first day.
 */
export function planDemoSeat(
  {
    slug,
    child,
    price,
    camp_start,
  }: Pick<ClassDocument, 'price' | 'camp_start'> & { slug: string; child: string },
  paidAt: Date,
  today: Date,
): Pick<EnrolledSeat, 'plan'> {
  const [, leo] = demoChildren;
  if (slug !== DEPOSIT_CLASS || child !== leo.slug) return {};
  const nameDay = (time: number) => new Date(time).toISOString().slice(0, 10);
  const due = nameDay((today.getTime() + Date.parse(camp_start)) / 2);
  const parts = [
    { due: nameDay(paidAt.getTime()), amount: DEPOSIT },
    { due, amount: toCents(price) - DEPOSIT },
  ];
  // startDemoPayments fills the payment in.
  const paid = [{ paymentId: '', amount: DEPOSIT }];
  return { plan: { parts, paid, due, agreedAt: paidAt, by: makeId(demoAdmin.email) } };
}
