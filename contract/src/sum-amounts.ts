/** The sum of amounts, in cents like each of them. */
export function sumAmounts(list: { amount: number }[]): number {
  return list.reduce((sum, { amount }) => sum + amount, 0);
}
