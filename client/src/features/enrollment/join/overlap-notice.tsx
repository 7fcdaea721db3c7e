import { CalendarClock } from 'lucide-react';
import { describeOverlaps } from './find-overlaps.ts';
import type { OwnCamp } from './own-camps.ts';

/** Tells a student beside Join Now that they are in another class on these days. They may join anyway. */
export function OverlapNotice({ overlaps }: { overlaps: OwnCamp[] }) {
  return (
    <div role="status">
      {overlaps.length > 0 && (
        <p className="rounded-box bg-accent/25 mt-4 flex items-start gap-3 p-4">
          <CalendarClock className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
          <span>This class {describeOverlaps(overlaps)}, where you have a seat.</span>
        </p>
      )}
    </div>
  );
}
