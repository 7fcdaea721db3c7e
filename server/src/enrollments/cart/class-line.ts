import pLimit from 'p-limit';

/** How many joins of a class begin at once, and how many of those in line. More would seat nobody earlier. */
const AT_ONCE = 2;

/** How many joins of each class are under way or in line, by class id. */
const joining = new Map<string, number>();

/** The line of all joins that come after the first few of their class. */
const line = pLimit(AT_ONCE);

/**
 * Joins a class when it is this caller's turn. When many students rush to one class, they wait for each other here, so
 * that everybody else's requests don't wait for them in the database. It protects no seat: the guard of the update does.
 * @param join gets whether the caller had to wait
 * @throws what `join` throws
 */
export async function joinInLine<T>(
  classId: string,
  join: (hasWaited: boolean) => Promise<T>,
): Promise<T> {
  const others = joining.get(classId) ?? 0;
  joining.set(classId, others + 1);
  try {
    return await (others < AT_ONCE ? join(false) : line(() => join(true)));
  } finally {
    const left = (joining.get(classId) ?? 1) - 1;
    if (left > 0) joining.set(classId, left);
    else joining.delete(classId);
  }
}
