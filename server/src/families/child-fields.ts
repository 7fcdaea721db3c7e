import type { ChildDocument } from '../database/family-documents.ts';
import { ApiError } from '../errors.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';

type Fields = Pick<ChildDocument, 'name' | 'birthDate' | 'note'>;

/**
 * Checks what a parent entered about a child, and normalizes the name: composed letters, single spaces. R107
 * @param at where it is in the call
 * @throws {ApiError} `invalid_input` for an invisible name, or a day of birth in the future
 */
export function tidyChildFields<F extends Partial<Fields>>(
  fields: F,
  services: Pick<Services, 'environment' | 'now'>,
  at = 'body',
): F {
  const { name, birthDate } = fields;
  if (name !== undefined && !/[\p{L}\p{N}\p{P}\p{S}]/u.test(name))
    throw new ApiError('invalid_input', undefined, {
      fields: { [`${at}.name`]: 'Name is required' },
    });
  if (birthDate !== undefined && birthDate > readToday(services))
    throw new ApiError('invalid_input', undefined, {
      fields: { [`${at}.birthDate`]: 'Must not be in the future.' },
    });
  return { ...fields, ...(name !== undefined && { name: tidyName(name) }) };
}

function tidyName(name: string): string {
  return name.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** A child as everybody who may know of it sees it. */
export function presentChild({ _id, name, birthDate, note, allowedClasses }: ChildDocument) {
  return {
    _id: _id.toHexString(),
    name,
    birthDate,
    note,
    allowedClasses: allowedClasses.map((classId) => classId.toHexString()),
  };
}

/** Whether one of these children has this name and day of birth. Twins have different names. */
export function hasSameChild(
  children: Pick<Fields, 'name' | 'birthDate'>[],
  { name, birthDate }: Pick<Fields, 'name' | 'birthDate'>,
): boolean {
  return children.some(
    (child) => child.birthDate === birthDate && child.name.toLowerCase() === name.toLowerCase(),
  );
}
