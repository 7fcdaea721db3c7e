import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../lib/read.ts';
import { AgreedTexts } from '../../ui/agreed-texts.tsx';
import { LoadProblem } from '../../ui/error-state.tsx';

/** What the person agreed to, asked for once they want to read it. */
export function YourAgreements() {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="w-full min-w-0 basis-full"
      onToggle={({ currentTarget, target }) => {
        if (target === currentTarget) setOpen(currentTarget.open);
      }}
    >
      <summary className="link min-h-11 cursor-pointer py-2 font-semibold">
        What you agreed to
      </summary>
      {isOpen && <List />}
    </details>
  );
}

function List() {
  const agreements = useQuery(read('GET /myAgreements'));
  if (agreements.isError) return <LoadProblem what="What you agreed to" query={agreements} />;
  if (!agreements.data) return <div className="skeleton h-24" role="status" aria-label="Loading" />;
  return <AgreedTexts list={agreements.data} />;
}
