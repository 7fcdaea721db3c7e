import { Camera } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import type { ClassDay } from './attendance.queries.ts';
import { findByText, readPass } from './find-pass.ts';
import { scanCodes, useCanScan } from './scan-code.ts';

/** More names would fill a phone. */
const MAX_FOUND = 8;

type Props = {
  list: Pick<ClassDay, 'className' | 'people'>;
  /** Whether the camera starts at once. */
  startsScanning: boolean;
  onClose: () => void;
  /** @param personId of somebody on the list */
  onFind: (personId: string) => void;
};

/** Finds somebody of the day by the QR code of their pass, or by a typed name or code. R561 */
export function FindPerson({ list, startsScanning, onClose, onFind }: Props) {
  const canScan = useCanScan();
  const [isScanning, setScanning] = useState(startsScanning);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  const found = findByText(typed, list.people).slice(0, MAX_FOUND);

  function read(text: string) {
    const pass = readPass(text, list);
    if ('problem' in pass) setProblem(pass.problem);
    else onFind(pass.personId);
  }

  function submit() {
    const [only, ...others] = found;
    if (only && others.length === 0) onFind(only.personId);
    else if (/\d/.test(typed)) read(typed);
    else if (!only) setProblem('Nobody on this list has this name.');
  }

  return (
    <ModalDialog title="Find somebody" onClose={onClose}>
      <div className="mt-4 grid gap-3">
        {isScanning && (
          <Scanner
            onRead={read}
            onProblem={(text) => {
              setProblem(text);
              setScanning(false);
            }}
          />
        )}
        <p role="status" className="text-error font-semibold [overflow-wrap:anywhere]">
          {problem}
        </p>
        {canScan && !isScanning && (
          <button
            type="button"
            className="btn bg-base-content text-base-100 min-h-14 text-lg"
            onClick={() => {
              setProblem('');
              setScanning(true);
            }}
          >
            <Camera className="size-5" aria-hidden="true" />
            Scan a pass
          </button>
        )}
        <Field
          label="Name, or code of the pass"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setProblem('');
          }}
          onKeyDown={({ key }) => {
            if (key === 'Enter') submit();
          }}
        />
        <ul className="grid gap-2">
          {found.map(({ personId, name, entryCode }) => (
            <li key={personId}>
              <button
                type="button"
                className="btn btn-outline h-auto min-h-12 w-full justify-start py-1 text-left text-lg"
                onClick={() => onFind(personId)}
              >
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  {[name.trim() || 'Not Found', entryCode].filter(Boolean).join(', ')}
                </span>
              </button>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-3">
          <button type="button" className="btn btn-primary min-h-12" onClick={submit}>
            Find
          </button>
          <button type="button" className="btn btn-outline min-h-12" onClick={onClose}>
            Close
          </button>
        </div>
      </div>
    </ModalDialog>
  );
}

type ScannerProps = {
  onRead: (text: string) => void;
  /** @param text why there is no camera */
  onProblem: (text: string) => void;
};

/** The picture of the camera. It is on only as long as this is shown. */
function Scanner({ onRead, onProblem }: ScannerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const read = useEffectEvent(onRead);
  const fail = useEffectEvent(onProblem);
  useEffect(() => {
    const end = new AbortController();
    if (video.current)
      scanCodes(video.current, (text) => read(text), end.signal).catch((error: unknown) => {
        if (!end.signal.aborted) fail(sayCameraProblem(error));
      });
    return () => end.abort();
  }, []);
  return (
    <div>
      <p className="mb-2 font-semibold">Hold the QR code of the pass before the camera.</p>
      <video
        ref={video}
        aria-label="Picture of the camera"
        className="bg-base-300 rounded-box aspect-square w-full object-cover"
        muted
        playsInline
      />
    </div>
  );
}

function sayCameraProblem(error: unknown): string {
  return error instanceof DOMException && error.name === 'NotAllowedError'
    ? 'The browser does not allow the camera. Allow it in the settings of this page, or type the name.'
    : 'The camera does not start. Another app may be using it. You can type the name.';
}
