/** The sum of the parts that are owed, in cents. */
export function sumParts(parts: { amount: number }[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0);
}
