const WEEK_DAYS = 7;

/** The day that is some days later, or earlier if negative. @param day yyyy-mm-dd */
export function addDays(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}

/** The Monday of a day's week. @param day yyyy-mm-dd */
export function findMonday(day: string): string {
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + WEEK_DAYS - 1) % WEEK_DAYS;
  return addDays(day, -sinceMonday);
}
