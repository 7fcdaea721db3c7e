import { OwnAid } from '../../features/prices/aid/own-aid.tsx';
import { useChildren } from '../../features/families/children/children.queries.ts';
import { LoadProblem } from '../../ui/error-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';

/** A parent asks for financial aid. */
export function AidPage() {
  const family = useChildren();
  if (family.isPending) return <Spinner />;
  if (family.isError) return <LoadProblem what="Your children" query={family} />;
  return <OwnAid people={family.data.children.filter(({ may }) => may.includes('book'))} />;
}
