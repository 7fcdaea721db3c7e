/** As large as the card form, so that nothing moves when the form appears. */
export function CardFormSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="skeleton mb-6 h-[1.65rem] w-40" />
      <div className="skeleton mb-2 h-6 w-56" />
      <div className="skeleton h-14" />
      <div className="skeleton mt-10 h-12" />
      <div className="skeleton mt-4 h-10" />
    </div>
  );
}
