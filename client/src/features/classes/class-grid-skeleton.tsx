import { FirstPicture } from '../../ui/first-picture.tsx';

/** Placeholders for class cards while they load. */
export function ClassGridSkeleton({ places }: { places: number }) {
  return (
    <div className="card-grid" role="status" aria-label="Loading classes">
      {Array.from({ length: places }, (_, place) => (
        <ClassCardSkeleton key={place} isFirst={place === 0} />
      ))}
    </div>
  );
}

function ClassCardSkeleton({ isFirst }: { isFirst: boolean }) {
  return (
    <div className="class-card" aria-hidden="true">
      <div className="picture-ground class-picture rounded-[1.1rem]">
        {isFirst && <FirstPicture />}
      </div>
      <div className="class-text">
        <div className="skeleton my-0.5 h-4 w-40 max-w-full" />
        <div className="skeleton mt-2 h-[1.65rem] w-4/5" />
        <div className="skeleton mt-2 mb-1 h-5 w-36 max-w-full" />
      </div>
      <div className="class-foot">
        <div className="skeleton mt-3 h-7 w-full" />
        <div className="mt-auto flex items-center justify-between pt-3 sm:pt-5">
          <div className="skeleton h-10 w-24" />
          <div className="skeleton h-11 w-28" />
        </div>
      </div>
    </div>
  );
}
