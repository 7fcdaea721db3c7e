import { NewFamily } from '../../features/families/page/new-family.tsx';
import { FamilySearch } from '../../features/search/family-search.tsx';

/** The office finds a family, or opens an account for one that has none. */
export function AdminFamiliesPage() {
  return (
    <FamilySearch>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <NewFamily />
        <span className="text-base-content/80">for somebody who calls and has no account</span>
      </div>
    </FamilySearch>
  );
}
