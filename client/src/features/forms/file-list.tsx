import type { FormFile } from '@speakifyr/contract/form-files.ts';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { call } from '../../lib/api.ts';
import { formatDate } from '../../lib/format.ts';
import { saveFile } from '../../lib/save-file.ts';
import { ActionButton } from '../../ui/action-button.tsx';

/** What became of a document, in words for the family. R694 */
function sayFileState({ state, validUntil, reason = '' }: FormFile): string {
  if (state === 'sent') return 'Sent. The school looks at it.';
  if (state === 'refused') return `Refused: ${reason}`;
  return validUntil ? `Accepted until ${formatDate(validUntil)}` : 'Accepted';
}

type Props = {
  files: FormFile[];
  say?: (file: FormFile) => string;
  /** What else can be done with one. */
  children?: (file: FormFile) => ReactNode;
};

/** The documents that are there. Each is opened as a download: the page never shows one. */
export function FileList({ files, say = sayFileState, children }: Props) {
  if (files.length === 0) return null;
  return (
    <ul aria-label="Files" className="grid gap-3">
      {files.map((file) => (
        <li
          key={file._id}
          className={`rounded-box border p-3 [overflow-wrap:anywhere] ${file.state === 'refused' ? 'border-error' : 'border-base-300'}`}
        >
          <p className="font-semibold">{file.name}</p>
          <p className={file.state === 'refused' ? 'text-error font-semibold' : 'text-sm'}>
            {say(file)}
          </p>
          <p className="text-base-content/80 text-sm">{`Sent on ${formatDate(new Date(file.at))}`}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <ActionButton className="btn-outline btn-sm min-h-11" act={() => open(file._id)}>
              <Download className="size-4" aria-hidden="true" />
              <span>
                Open <span className="sr-only">{file.name}</span>
              </span>
            </ActionButton>
            {children?.(file)}
          </div>
        </li>
      ))}
    </ul>
  );
}

async function open(id: string): Promise<void> {
  const { name, type, base64 } = await call('GET /formFiles/:id', { params: { id } });
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  saveFile(name, type, new Blob([bytes], { type }));
}
