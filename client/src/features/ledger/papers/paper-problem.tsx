import { readApiError } from '../../../lib/api.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';

type Props = {
  /** What it is: Receipt or Credit note. */
  title: string;
  error: Error;
  /** Why a person may not find it. */
  hint: string;
  onRetry: () => void;
};

/** In place of a document that could not be loaded or that is not the person's. */
export function PaperProblem({ title, error, hint, onRetry }: Props) {
  const { code, message } = readApiError(error);
  const name = title.toLowerCase();
  return (
    <>
      <h1 className="mb-6 text-3xl font-extrabold">{title}</h1>
      {/* Or the link in the address is not whole. */}
      {code === 'not_found' || code === 'invalid_input' ? (
        <EmptyState title={`There is no such ${name}`} text={hint} />
      ) : (
        <ErrorState title={`The ${name} could not be loaded`} text={message} onRetry={onRetry} />
      )}
    </>
  );
}

/** While a document loads. */
export function PaperSkeleton({ title }: { title: string }) {
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <div
        role="status"
        aria-label={`Loading the ${title.toLowerCase()}`}
        className="skeleton rounded-box mx-auto h-[40rem] max-w-2xl"
      />
    </>
  );
}
