import type { CartItem } from '@speakifyr/contract/cart.ts';
import { useState } from 'react';
import { isProcessing } from '../../../lib/cart-seats.ts';
import { useHoldEnd } from './use-hold-end.ts';

/**
 * The courses whose hold ended while they were on the screen, so that no row disappears without an explanation. Only
 * the server decides that a hold is over: at its end the list is loaded again, and a course that is missing then has
 * lapsed. A computer with a wrong clock only asks at the wrong time.
 * @param courses the selected courses of the last answer
 * @param answeredAt the time of that answer, in milliseconds since 1970
 */
export function useLapsedCourses(
  courses: CartItem[],
  answeredAt: number,
  askAgain: () => void,
): CartItem[] {
  const [seen, setSeen] = useState(courses);
  const [lapsed, setLapsed] = useState<CartItem[]>([]);

  if (courses !== seen) {
    const ended = seen.filter(
      // If a bank was working on it, the seat is most likely paid for.
      (course) =>
        !isProcessing(course) &&
        !has(courses, course) &&
        Date.parse(course.heldUntil) <= answeredAt,
    );
    setSeen(courses);
    setLapsed([...lapsed, ...ended].filter((course) => !has(courses, course)));
  }

  useHoldEnd(courses, askAgain);

  return lapsed;
}

/** Whether the same person has a seat in the same class: it may be a new one. */
function has(courses: CartItem[], { classId, childId }: CartItem): boolean {
  return courses.some((course) => course.classId === classId && course.childId === childId);
}
