import type { CampClass } from '@speakifyr/contract/classes.ts';
import { useQuery } from '@tanstack/react-query';
import { CampRow } from './camp-row.tsx';
import { freeClassesOptions } from './classes.queries.ts';
import { findSimilar } from './find-similar.ts';

/** Where else there are seats, if a class is full. Optional: if it fails to load, the page leaves it out. */
export function SimilarClasses({ campClass }: { campClass: CampClass }) {
  const { data: classes = [] } = useQuery(freeClassesOptions());
  const similar = findSimilar(campClass, classes);
  if (similar.length === 0) return null;
  return (
    <section aria-labelledby="similar-classes" className="mt-10">
      <h2 id="similar-classes" className="text-2xl font-bold">
        Other classes for these ages with free seats
      </h2>
      <ol className="mt-4 grid gap-4">
        {similar.map((one) => (
          <CampRow key={one._id} camp={one} />
        ))}
      </ol>
    </section>
  );
}
