import type { CertificateEntry } from '../database/user-documents.ts';
import { addDays } from '../school-time.ts';
import { makeId } from './demo-family.ts';
import { demoAdmin, demoTeachers } from './demo-people.ts';

/** When the check was made, and when first aid was learned and ends, in days before and after the seeding. */
const [CHECKED, LEARNED, ENDS, ENDS_SOON] = [200, 400, 330, 30];

/** A demo instructor's certificates. The first instructor's first aid is about to end. @param today yyyy-mm-dd */
export function buildDemoCertificates(email: string, today: string): CertificateEntry[] {
  const isFirst = email === demoTeachers[0]?.email;
  const entry = (kind: 'background_check' | 'first_aid') => ({
    _id: makeId(`${kind} ${email}`),
    kind,
    name: '',
    by: makeId(demoAdmin.email),
  });
  return [
    {
      ...entry('first_aid'),
      result: null,
      on: addDays(today, -LEARNED),
      expiresOn: addDays(today, isFirst ? ENDS_SOON : ENDS),
    },
    {
      ...entry('background_check'),
      result: 'clear',
      on: addDays(today, -CHECKED),
      expiresOn: null,
    },
  ];
}
