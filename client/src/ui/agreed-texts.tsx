import { fillIn } from '@speakifyr/contract/consents.ts';
import type { TextName } from '@speakifyr/contract/text-parts.ts';
import type { Agreement } from '@speakifyr/contract/text-version.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '../lib/format.ts';
import { read } from '../lib/read.ts';
import { LoadProblem } from './error-state.tsx';
import { TextParts } from './text-parts.tsx';

const NAMES: Partial<Record<TextName, (about: string) => string>> = {
  terms: () => 'Terms',
  refundPolicy: () => 'Refund policy',
  refundCases: () => 'Refund policy, after its periods',
  healthConsent: (child) => `Health of ${child}`,
  photoConsent: (child) => `Photo of ${child}`,
  partsConsent: () => 'Paying in parts',
};

/** What somebody agreed to, each in the words of then. R621 */
export function AgreedTexts({ list }: { list: Agreement[] }) {
  if (list.length === 0) return <p>Nothing yet.</p>;
  return (
    <ul className="grid gap-2">
      {list.map((one) => (
        <li key={`${one.name} ${one.about} ${one.at}`}>
          <AgreedText agreement={one} />
        </li>
      ))}
    </ul>
  );
}

function AgreedText({ agreement: { name, version, at, about } }: { agreement: Agreement }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="rounded-box bg-base-200 px-4 [overflow-wrap:anywhere]"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="min-h-11 cursor-pointer py-3">
        {`${NAMES[name]?.(about) ?? name}, agreed on ${formatDate(new Date(at))}${version && `: version ${version}`}`}
      </summary>
      {isOpen && (
        <div className="info-text pb-4 text-sm">
          {name === 'partsConsent' ? <p>{about}</p> : <Words {...{ name, version, about }} />}
        </div>
      )}
    </details>
  );
}

type WordsProps = Pick<Agreement, 'name' | 'version' | 'about'>;

function Words({ name, version, about }: WordsProps) {
  const text = useQuery(read('GET /texts/:name', { params: { name }, query: { version } }));
  if (text.isError) return <LoadProblem what="This version" query={text} />;
  if (!text.data) return <div className="skeleton h-24" role="status" aria-label="Loading" />;
  return <TextParts parts={fillIn(text.data.parts, { child: about })} inNewTab />;
}
