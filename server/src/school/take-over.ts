import { FIRST_SCHOOL } from '@speakifyr/contract/school.ts';
import { schoolSchema } from '@speakifyr/contract/school-schema.ts';
import { findSettings, replaceSettings } from '../database/settings-store.ts';
import { auditEvent, SYSTEM } from '../events/audit-event.ts';
import { DECIDED_BY_DIRECTOR, LATER_SETTINGS, NEVER_LEFT_OUT } from '../old-settings.ts';
import type { Services } from '../services.ts';

type Variables = Record<string, string | undefined>;

/**
 * Writes what an earlier version had as settings into the school, where no director has decided anything yet. Before the jobs
 * start: they would erase what the settings keep for longer. R604
 * @throws {Error} if the currency or the time zone is not one that a school can have
 */
export async function takeOver(
  variables: Variables,
  { database, log, now }: Services,
): Promise<void> {
  const found = await findSettings(database.collections, 'school');
  const before = found ?? { ...FIRST_SCHOOL, version: 0 };
  let terms = structuredClone(before);
  const given: string[] = [];
  for (const [name, write] of Object.entries(DECIDED_BY_DIRECTOR)) {
    const value = variables[name]?.trim();
    // What a director has saved since is newer.
    if (!value || (found && !isMissing(found, name))) continue;
    const next = structuredClone(terms);
    write(next, value);
    if (countProblems(next) <= countProblems(terms)) {
      given.push(name);
      terms = next;
    } else if (NEVER_LEFT_OUT.includes(name)) {
      throw new Error(
        `${name}=${value} is not one that the school can have: see Settings → School`,
      );
    } else log.warn({ setting: name }, 'this setting of before is not right, so it is left out');
  }
  if (given.length === 0) return;
  terms.version += 1;
  const event = auditEvent({
    at: now(),
    by: SYSTEM,
    type: 'change school',
    target: `version ${terms.version}`,
    before: null,
    after: Object.fromEntries(given.map((name) => [name, variables[name]])),
  });
  if (await replaceSettings(database.collections, 'school', terms, event))
    log.info({ settings: given }, 'the school has these settings of before: Settings → School');
}

/** A school of before may have what its form would refuse today: that is no reason to leave a setting out. */
function countProblems(terms: object): number {
  return schoolSchema.safeParse({ ...FIRST_SCHOOL, ...terms }).error?.issues.length ?? 0;
}

/** Whether the school was saved by a version that had this setting still as a variable. */
function isMissing(found: object, name: string): boolean {
  const field = LATER_SETTINGS[name];
  return field !== undefined && !(field in found);
}
