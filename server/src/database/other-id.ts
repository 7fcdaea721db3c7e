import { ObjectId } from 'mongodb';

/**
 * A copy of a document, or of a part of it, in which one id stands wherever the other one stood, as an ObjectId or as 24
 * hexadecimal digits. The value itself, if it was nowhere.
 */
export function withOtherId<T>(value: T, from: ObjectId, into: ObjectId): T {
  const hex = from.toHexString();
  const turn = (one: unknown): unknown => {
    if (one instanceof ObjectId) return one.equals(from) ? into : one;
    if (one === hex) return into.toHexString();
    if (Array.isArray(one)) {
      const turned = one.map(turn);
      return turned.some((entry, place) => entry !== one[place]) ? turned : one;
    }
    if (!one || typeof one !== 'object' || Object.getPrototypeOf(one) !== Object.prototype)
      return one;
    const entries = Object.entries(one).map(([field, old]) => [field, turn(old)] as const);
    const isOther = entries.some(([field, now]) => now !== (one as Record<string, unknown>)[field]);
    return isOther ? Object.fromEntries(entries) : one;
  };
  return turn(value) as T;
}
