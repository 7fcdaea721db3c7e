import type { ShownExtra } from '@speakifyr/contract/extras.ts';
import { findExtras, type Extra } from '@speakifyr/contract/seat-extras.ts';
import type { ClassDocument } from '../database/class-document.ts';
import type { UserDocument } from '../database/user-documents.ts';
import type { SchoolSettings } from '../database/money-documents.ts';
import { findSettings } from '../database/settings-store.ts';
import { ApiError } from '../errors.ts';
import { changeSettings } from '../school/change-settings.ts';
import type { Services } from '../services.ts';

/** The school's extras. They are one document, like the discounts, read and replaced as a whole: decisions/0077. */

const ID = 'extras' as const;

export type SchoolExtras = SchoolSettings['extras'];

/** What families can choose from now on. */
export async function getExtras({ database }: Pick<Services, 'database'>): Promise<SchoolExtras> {
  return (await findSettings(database.collections, ID)) ?? { version: 0, extras: [] };
}

/**
 * Replaces the extras. What families have chosen stays as it was. R440
 * @param seen.version the extras that the admin saw
 * @throws {ApiError} `extras_changed` if they are not the current ones anymore
 */
export async function changeExtras(
  seen: SchoolExtras,
  admin: UserDocument,
  services: Services,
): Promise<SchoolExtras> {
  const before = await getExtras(services);
  const changed = await changeSettings(ID, { before, seen }, admin, services);
  if (!changed) throw new ApiError('extras_changed', EDITED);
  return changed;
}

const EDITED = 'Somebody else has changed the extras. Please reload the page.';

/** The extras that a class offers now. */
export async function listExtrasOf(
  { _id }: Pick<ClassDocument, '_id'>,
  services: Pick<Services, 'database'>,
): Promise<Extra[]> {
  return findExtras((await getExtras(services)).extras, _id.toHexString());
}

/** As everybody sees them on the page of a class. */
export function showExtras(extras: Extra[]): ShownExtra[] {
  return extras.map(({ label, price, per, options, isRefundable, from, until }) => ({
    label,
    price,
    per,
    options,
    isRefundable,
    ...(from && { from }),
    ...(until && { until }),
  }));
}
