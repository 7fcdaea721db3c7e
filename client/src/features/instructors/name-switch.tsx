import { useQuery } from '@tanstack/react-query';
import { read } from '../../lib/read.ts';
import { SwitchRow } from '../../ui/switch-row.tsx';
import { useSaveNamed } from './own-page.queries.ts';

/** Lets assistants say whether families read their name. Renders nothing until that is known, or if loading fails. */
export function NameSwitch() {
  const { data: page } = useQuery(read('GET /myInstructorPage'));
  const saving = useSaveNamed();
  if (!page) return null;
  return (
    <div className="card bg-base-100 shadow-card mb-6 px-5 py-2 sm:px-6">
      <SwitchRow
        label="Show my name on the class page"
        text="When you are an assistant, families read your name and see your photo there. Otherwise nobody does."
        saved={page.isNamed}
        wanted={saving.variables}
        saving={saving}
        onChange={(isNamed) => saving.mutate(isNamed)}
      />
    </div>
  );
}
