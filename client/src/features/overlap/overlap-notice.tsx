import { CalendarClock } from 'lucide-react';
import { describeOverlaps } from './describe-overlaps.ts';
import type { OwnCamp } from './find-overlaps.ts';

/** Says beside Join Now that a student is somewhere else in these days. It is their choice. */
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
