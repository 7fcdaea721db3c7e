import type { CartItem } from '@speakifyr/contract/cart.ts';
import { SelectedCourses } from '../../features/enrollment/cart/cart.tsx';
import { describeOverlaps, findOverlaps } from '../../features/enrollment/join/find-overlaps.ts';
import { useSession } from '../../session/auth.tsx';
import { AidLink } from './aid-link.tsx';
import { useOwnCamps } from '../../features/enrollment/join/own-camps.ts';

export function SelectedCoursesPage() {
  const { user } = useSession();
  const camps = useOwnCamps(user);
  if (!user) return null;

  function warn({ classId, childId, camp_start, camp_end, days }: CartItem): string | undefined {
    const camp = { _id: classId, camp_start, camp_end, days };
    const overlaps = findOverlaps(camp, camps, childId);
    return overlaps.length > 0 ? `This class ${describeOverlaps(overlaps)}.` : undefined;
  }

  return (
    <>
      <SelectedCourses email={user.email} warn={warn} />
      <AidLink />
    </>
  );
}
