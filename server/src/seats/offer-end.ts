import { addDays, findDayStart, findHour, formatIsoDay } from '../school-time.ts';

const HOUR_MS = 60 * 60_000;
const MIN_OFFER_MS = 4 * HOUR_MS;
/** An offer takes at most this share of the time that is left before the class. */
const MAX_SHARE = 1 / 4;
/** Nobody should lose a seat while they sleep, so offers end between these hours (school time). */
const MORNING = 8;
const EVENING = 20;

/**
 * When an offer ends: after `offerHours`, but within a quarter of the time left before the class, and never at night.
 * At least four hours remain in any case. R143, R152
 * @param request.notifiedAt when the email about it went out
 * @param request.campStart yyyy-mm-dd
 * @param request.timeZone the school's
 */
export function decideOfferEnd({
  notifiedAt,
  campStart,
  offerHours,
  timeZone,
}: {
  notifiedAt: Date;
  campStart: string;
  offerHours: number;
  timeZone: string;
}): Date {
  const from = notifiedAt.getTime();
  const quarter = (findDayStart(campStart, timeZone).getTime() - from) * MAX_SHARE;
  const end = new Date(from + Math.max(MIN_OFFER_MS, Math.min(offerHours * HOUR_MS, quarter)));

  const night = findNight(end, timeZone);
  if (!night) return end;
  const isMorningLate = night.morning.getTime() > from + quarter;
  const isEveningFar = night.evening.getTime() >= from + MIN_OFFER_MS;
  return isMorningLate && isEveningFar ? night.evening : night.morning;
}

/** The night that a moment falls into: 20:00 before it and 8:00 after it; null by day. */
function findNight(at: Date, timeZone: string): { evening: Date; morning: Date } | null {
  const day = formatIsoDay(at, timeZone);
  const morning = findHour(day, MORNING, timeZone);
  if (at < morning) return { evening: findHour(addDays(day, -1), EVENING, timeZone), morning };
  const evening = findHour(day, EVENING, timeZone);
  if (at > evening) return { evening, morning: findHour(addDays(day, 1), MORNING, timeZone) };
  return null;
}
