/** As large as the card form, so that nothing moves when the form appears. */
export function CardFormSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="skeleton h-8 w-40" />
      <div className="skeleton mt-6 mb-2 h-6 w-56" />
      <div className="skeleton h-14" />
      <div className="skeleton mt-10 h-12" />
      <div className="skeleton mt-4 h-[4.75rem]" />
    </div>
  );
}
