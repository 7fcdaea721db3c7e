import { optionalPictureUrl, pictureUrl } from '@speakifyr/contract/fields.ts';
import * as z from 'zod';
import { isOwnPicture } from '../own-picture.ts';

/** Calls `change` for each picture address in a value. @returns a copy with the new addresses */
type MapPictures = (
  value: unknown,
  change: (address: string, path: string[]) => string,
  path?: string[],
) => unknown;

/**
 * Finds the pictures of an input that are not our own. R46
 * @returns for each input of the schema, the paths of those fields
 */
export function findStrangePictures(
  schema: z.ZodType,
  origins: string[],
): (input: unknown) => string[][] {
  const mapPictures = findPictures(schema);
  return (input) => {
    const found: string[][] = [];
    mapPictures?.(input, (address, path) => {
      if (!isOwnPicture(address, origins)) found.push(path);
      return address;
    });
    return found;
  };
}

/**
 * Leaves out an answer's pictures that are not our own: they may have been stored before they were checked, or before
 * IMAGE_ORIGINS was changed.
 * @returns a function for each answer of the schema; it returns '' in place of such a picture
 */
export function hideStrangePictures(schema: z.ZodType, origins: string[]): <T>(answer: T) => T {
  const mapPictures = findPictures(schema);
  if (!mapPictures) return (answer) => answer;
  const change = (address: string) => (isOwnPicture(address, origins) ? address : '');
  return <T>(answer: T) => mapPictures(answer, change) as T;
}

/** Walks a schema once, so that no value is searched for fields that it can't have. */
function findPictures(schema: unknown): MapPictures | undefined {
  if (schema === pictureUrl || schema === optionalPictureUrl)
    return (value, change, path = []) => (typeof value === 'string' ? change(value, path) : value);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return findPictures(schema.unwrap());
  if (schema instanceof z.ZodArray) return mapEntries(findPictures(schema.element));
  if (schema instanceof z.ZodObject) return mapFields(schema);
  return undefined;
}

function mapEntries(mapEntry: MapPictures | undefined): MapPictures | undefined {
  if (!mapEntry) return undefined;
  return (value, change, path = []) =>
    Array.isArray(value)
      ? value.map((entry, index) => mapEntry(entry, change, [...path, String(index)]))
      : value;
}

function mapFields({ shape }: z.ZodObject): MapPictures | undefined {
  const fields = Object.entries(shape).flatMap(([name, field]) => {
    const mapField = findPictures(field);
    return mapField ? [{ name, mapField }] : [];
  });
  if (fields.length === 0) return undefined;
  return (value, change, path = []) => {
    if (typeof value !== 'object' || value === null) return value;
    const copy: Record<string, unknown> = { ...value };
    for (const { name, mapField } of fields)
      if (name in copy) copy[name] = mapField(copy[name], change, [...path, name]);
    return copy;
  };
}
