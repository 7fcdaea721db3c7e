/** A new id for something that this browser adds: 24 hexadecimal digits, as the database has. Begins with the time. */
export function makeId(): string {
  const seconds = Math.floor(Date.now() / 1_000).toString(16);
  return seconds + crypto.randomUUID().replaceAll('-', '').slice(0, 16);
}
