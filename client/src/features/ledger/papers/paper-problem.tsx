import { LoadProblem } from '../../../ui/error-state.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';

type Props = {
  /** What it is: Receipt or Credit note. */
  title: string;
  query: { error: unknown; refetch: () => unknown };
  /** Why a person may not find it. */
  hint: string;
};

/** Shown in place of a document that could not be loaded or that is not the person's. */
export function PaperProblem({ title, query, hint }: Props) {
  const name = title.toLowerCase();
  return (
    <>
      <PageHeading>{title}</PageHeading>
      <LoadProblem
        what={`The ${name}`}
        query={query}
        gone={{ title: `There is no such ${name}`, text: hint }}
      />
    </>
  );
}

/** Shown while a document loads. */
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
