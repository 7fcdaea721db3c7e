/** Shown while nothing else can be, for example until we know who is signed in. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div role="status" className="grid min-h-dvh place-items-center">
      <span className="loading loading-ring text-primary w-16" aria-hidden="true" />
      <span className="sr-only">{label}</span>
    </div>
  );
}
