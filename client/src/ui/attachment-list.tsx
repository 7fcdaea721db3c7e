import { Download } from 'lucide-react';
import { saveFile } from '../lib/save-file.ts';

type Props = { attachments: readonly { name: string; type: string; content: string }[] };

/** The files that come with an email, each with a button that saves it. */
export function AttachmentList({ attachments }: Props) {
  if (attachments.length === 0) return null;
  return (
    <ul className="mt-5 flex flex-wrap gap-2">
      {attachments.map(({ name, type, content }) => (
        <li key={name} className="max-w-full">
          <button
            type="button"
            className="btn btn-outline h-auto min-h-11 max-w-full py-2 [overflow-wrap:anywhere]"
            onClick={() => saveFile(name, type, content)}
          >
            <Download className="size-4 shrink-0" aria-hidden="true" />
            Save {name}
          </button>
        </li>
      ))}
    </ul>
  );
}
