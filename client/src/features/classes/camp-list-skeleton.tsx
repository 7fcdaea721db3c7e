/** How many of the next camps are shown. */
export const SHOWN_CAMPS = 4;

/** Placeholders for the next camps while they load. */
export function CampListSkeleton() {
  return (
    <div role="status" aria-label="Loading the next camps" className="camp-list">
      {Array.from({ length: SHOWN_CAMPS }, (_, place) => (
        <div key={place} className="skeleton rounded-3xl" />
      ))}
    </div>
  );
}
