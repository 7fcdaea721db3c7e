import { createHash } from 'node:crypto';
import { HEALTH_CONSENT_VERSION } from '@speakifyr/contract/limits.ts';
import { ObjectId } from 'mongodb';
import type {
  ChildContactsDocument,
  ChildDocument,
  ChildHealthDocument,
} from '../database/family-documents.ts';
import { summerOf } from './demo-data.ts';
import { demoChildren, demoParent, demoStudents } from './demo-people.ts';

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
      invitations: [],
      allowedClasses: [],
      revision: 0,
      createdAt: today,
    })),
    contacts: [
      {
        _id,
        contacts: [
          {
            ...{ name: demoParent.name, phone: '+1 202 555 0143', relation: 'Mother' },
            ...{ isEmergency: true, mayPickUp: true, pickUpUntil: null },
          },
          {
            ...{ name: 'Grandpa Ade', phone: '+1 202 555 0178', relation: 'Grandfather' },
            ...{ isEmergency: false, mayPickUp: true, pickUpUntil: null },
          },
        ],
        savedAt: today,
        checkAfter: today,
      },
    ],
    health: [
      {
        _id,
        allergies: [
          {
            what: 'Peanuts',
            isSevere: true,
            whatToDo: 'Use the pen in the red pouch, then call 112 and her mother.',
          },
        ],
        medication: '',
        notes: 'Wears glasses for reading.',
        nothingToTell: false,
        confirmedAt: today,
        consent: { at: today, by: parent, textVersion: HEALTH_CONSENT_VERSION },
        checkAfter: today,
      },
    ],
  };
}
