import { FIRST_SCHOOL, setSchool } from '@speakifyr/contract/school.ts';
import type { UserDocument } from '../database/collections.ts';
import type { VersionedSchool } from '@speakifyr/contract/school-schema.ts';
import { findSettings } from '../database/settings-store.ts';
import { ApiError } from '../errors.ts';
import { startRepeating } from '../repeat.ts';
import type { Services } from '../services.ts';
import { changeSettings } from './change-settings.ts';

/** What a director decides for the school. One document, read and replaced as a whole. decisions/0119 */

const ID = 'school' as const;

/** The school as it is now. Before a director has changed anything, it is what school.json says, with version 0. */
export async function getSchool({
  database,
}: Pick<Services, 'database'>): Promise<VersionedSchool> {
  const found = await findSettings(database.collections, ID);
  // A field that a later version of the software added has its first value until somebody saves.
  return { ...FIRST_SCHOOL, version: 0, ...found };
}

/**
 * Replaces what the school has decided. It holds on this server at once, on the others within `FOLLOW_MS`. R604
 * @param seen.version the school that the admin saw
 * @throws {ApiError} `school_changed` if it is not the current one anymore
 */
export async function changeSchool(
  seen: VersionedSchool,
  admin: UserDocument,
  services: Services,
): Promise<VersionedSchool> {
  const before = await getSchool(services);
  const changed = await changeSettings(ID, { before, seen }, admin, services);
  if (!changed) throw new ApiError('school_changed');
  follow(changed);
  return changed;
}

/** How long a server may work with what another one has replaced. */
const FOLLOW_MS = 10_000;

/** The version of what `SCHOOL` says now. */
let known = 0;

function follow({ version, ...school }: VersionedSchool): void {
  known = version;
  setSchool(school);
}

/** Reads what the school has decided, before anybody asks for it. */
export async function readSchool(services: Pick<Services, 'database'>): Promise<void> {
  follow(await getSchool(services));
}

/**
 * Follows what directors change on other servers.
 * @returns stops it
 */
export function startFollowing(services: Services): () => Promise<void> {
  return startRepeating(
    {
      run: async () => {
        const current = await getSchool(services);
        if (current.version !== known) follow(current);
      },
      pauseMs: FOLLOW_MS,
      limitMs: FOLLOW_MS,
      tooLong: 'reading what the school has decided took too long',
      failed: 'what the school has decided is not read yet',
    },
    services,
  );
}
