import { MOVE_PAY_HOURS } from '@speakifyr/contract/limits.ts';
import type { ObjectId } from 'mongodb';
import type { ClassDocument } from '../../database/collections.ts';
import { addDays, findDayStart } from '../../school-time.ts';
import { findLastDay } from '../seats/join-until.ts';
import type { Services } from '../../services.ts';
import { markAskedMove } from './move-store.ts';

/** Moves to a dearer class whose difference an admin asks the family to pay. */

const HOUR_MS = 60 * 60_000;

/** Until when the family may pay: two days, or until nobody can join the class anymore. */
export function endOfAsking(
  campClass: Pick<ClassDocument, 'camp_start' | 'camp_end'>,
  services: Services,
): Date {
  const { SCHOOL_TIME_ZONE } = services.environment;
  const joinEnd = findDayStart(addDays(campClass[findLastDay(services)], 1), SCHOOL_TIME_ZONE);
  const end = services.now().getTime() + MOVE_PAY_HOURS * HOUR_MS;
  return new Date(Math.min(end, joinEnd.getTime()));
}

/** Notes that the email is due that asks the family. May be repeated. */
export async function markAsked(moveId: ObjectId, services: Services): Promise<void> {
  await markAskedMove(services.database.collections, moveId, services.now());
}
