/** A card's place, while it loads. */
export function InstructorCardSkeleton() {
  return (
    <div className="instructor-card" aria-hidden="true">
      <div className="picture-ground size-44 rounded-full" />
      <div className="skeleton mt-8 h-7 w-48" />
      <div className="skeleton mt-3 h-5 w-40" />
      <div className="skeleton mt-4 h-8 w-56" />
      <div className="skeleton mt-6 h-28 w-full" />
    </div>
  );
}

/** The strip's place on Home. */
export function InstructorStripSkeleton() {
  return (
    <div
      className="strip-place flex gap-6 overflow-hidden"
      role="status"
      aria-label="Loading instructors"
    >
      {[1, 2, 3, 4].map((place) => (
        <div key={place} className="strip-card">
          <InstructorCardSkeleton />
        </div>
      ))}
    </div>
  );
}
