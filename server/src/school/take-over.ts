import { FIRST_SCHOOL } from '@speakifyr/contract/school.ts';
import { replaceSettings } from '../database/settings-store.ts';
import { auditEvent, SYSTEM } from '../events/audit-event.ts';
import { DECIDED_BY_DIRECTOR } from '../old-settings.ts';
import type { Services } from '../services.ts';

type Variables = Record<string, string | undefined>;

/**
 * Writes what an earlier version had as settings into the school, if no director has decided anything yet. Before the jobs
 * start: they would erase what the settings keep for longer. R604
 */
export async function takeOver(
  variables: Variables,
  { database, log, now }: Services,
): Promise<void> {
  const given = Object.keys(DECIDED_BY_DIRECTOR).filter((name) => variables[name]?.trim());
  if (given.length === 0) return;
  const terms = structuredClone({ ...FIRST_SCHOOL, version: 1 });
  for (const name of given) DECIDED_BY_DIRECTOR[name]?.(terms, variables[name]?.trim() ?? '');
  const event = auditEvent({
    at: now(),
    by: SYSTEM,
    type: 'change school',
    target: 'version 1',
    before: null,
    after: Object.fromEntries(given.map((name) => [name, variables[name]])),
  });
  if (await replaceSettings(database.collections, 'school', terms, event))
    log.info({ settings: given }, 'the school has these settings of before: Settings → School');
}
