import type { Paper } from '@speakifyr/contract/paper-form.ts';
import { SCHOOL } from '@speakifyr/contract/school.ts';
import { ObjectId } from 'mongodb';
import type { UserDocument } from '../database/user-documents.ts';
import type { ChildDocument } from '../database/family-documents.ts';
import { ApiError } from '../errors.ts';
import { checkSigned } from '../school/school.service.ts';
import { findTime, formatIsoDay, readToday } from '../school-time.ts';
import type { Services } from '../services.ts';
import { findUserWithId } from '../users/find-users.ts';
import { canChange } from './rights.ts';

/** A paper that a guardian has signed, as the office enters it. R568, R634 */

/**
 * Call it before anything of the paper is written.
 * @param consent the version of the words about health that were signed; undefined if it is not about health
 * @throws {ApiError} `invalid_input`; `text_changed` if the consent had other words on that day
 */
export async function checkPaper(
  { day }: Paper,
  consent: string | undefined,
  services: Services,
): Promise<void> {
  if (day > readToday(services))
    throw new ApiError('invalid_input', undefined, {
      fields: { 'body.paper.day': 'This day is still to come.' },
    });
  if (consent) await checkSigned('healthConsent', { version: consent, day }, services);
}

/**
 * @param consent as for `checkPaper`
 * @throws {ApiError} `guardian_may_not` if who signed may not decide about the child; `invalid_input` if a guardian has
 *   taken back the consent to health since
 */
export async function findSigner(
  child: ChildDocument,
  { by, day }: Paper,
  consent: string | undefined,
  services: Services,
): Promise<UserDocument> {
  const signer = await findUserWithId(new ObjectId(by), services);
  if (!signer || signer.status !== 'active' || !canChange(child, signer._id))
    throw new ApiError('guardian_may_not', 'Only a guardian who may see and book can sign this.');
  const { healthWithdrawnAt: end } = child;
  if (consent && end && day < formatIsoDay(end, SCHOOL.timeZone))
    throw new ApiError('invalid_input', undefined, {
      fields: {
        'body.paper.day':
          'Since then, a guardian has withdrawn the consent to health. It needs a newer paper.',
      },
    });
  return signer;
}

/** When it was signed: at noon, if it was not today. */
export function findSignedTime({ day }: Paper, services: Services): Date {
  return day < readToday(services) ? findTime(day, '12:00', SCHOOL.timeZone) : services.now();
}

/** What the audit log says of a paper. */
export function describePaper({ by, day, reference }: Paper) {
  return { signedBy: by, day, paper: reference };
}
