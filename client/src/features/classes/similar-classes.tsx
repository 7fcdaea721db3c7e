import type { CampClass } from '@speakifyr/contract/classes.ts';
import { MAX_PAGE_SIZE } from '@speakifyr/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../lib/read.ts';
import { CampRow } from './camp-row.tsx';
import { findSimilar } from './find-similar.ts';

/** Where else there are seats, if a class is full. Optional: if it fails to load, the page leaves it out. */
export function SimilarClasses({ campClass }: { campClass: CampClass }) {
  const { data: classes = [] } = useQuery(
    read('GET /classes', { query: { free: 'true', size: MAX_PAGE_SIZE } }),
  );
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
