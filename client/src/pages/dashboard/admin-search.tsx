import { SearchBox } from '../../features/search/search-box.tsx';
import { useBundle } from '../../session/rights.ts';
import { findPages } from './find-pages.ts';

/** The office's one search, with the pages that this admin may open. */
export function AdminSearch() {
  const bundle = useBundle();
  return <SearchBox findPages={(text) => findPages(text, bundle)} />;
}
