import { findAge } from '@speakifyr/contract/age.ts';
import { ADULT_AGE } from '@speakifyr/contract/limits.ts';
import type { UserDocument } from '../../database/collections.ts';
import { ApiError } from '../../errors.ts';
import { readToday } from '../../school-time.ts';
import type { Services } from '../../services.ts';

/**
 * Checks that an account may take a seat for itself. One whose birth date is not known may: the web app asks for it first,
 * other clients of the API don't (spec section 7).
 * @throws {ApiError} `children_only` if the school has switched it off, `adults_only` below the age of 18
 */
export function checkMayJoin(
  { birthDate }: Pick<UserDocument, 'birthDate'>,
  services: Pick<Services, 'environment' | 'now'>,
): void {
  if (services.environment.ADULTS_JOIN === 'off') throw new ApiError('children_only');
  if (birthDate && findAge(birthDate, readToday(services)) < ADULT_AGE)
    throw new ApiError('adults_only');
}
