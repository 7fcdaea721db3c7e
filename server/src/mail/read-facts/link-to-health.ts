import type { ObjectId } from 'mongodb';

/** The path at which a guardian answers the questions about a child's health. client/src/lib/paths.ts has it, too. */
export function linkToHealth(childId: ObjectId): string {
  return `/dashboard/children/${childId.toHexString()}#health`;
}
