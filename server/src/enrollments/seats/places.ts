import { MIN_SEATS } from '@speakifyr/contract/limits.ts';
import { ApiError } from '../../errors.ts';
import type { Services } from '../../services.ts';

/**
 * @param places of a new class
 * @throws {ApiError} `invalid_input` if there are more than MAX_SEATS
 */
export function checkPlaces(places: number, { environment }: Pick<Services, 'environment'>): void {
  if (places > environment.MAX_SEATS)
    throw refuseSit(`Must be from ${MIN_SEATS} to ${environment.MAX_SEATS}`);
}

/** Says what is wrong with the number of seats in the form of a class. */
export function refuseSit(message: string, field: 'sit' | 'places' = 'sit'): ApiError {
  return new ApiError('invalid_input', undefined, { fields: { [`body.${field}`]: message } });
}
