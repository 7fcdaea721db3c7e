import { useCallback, useEffect, useId, useRef, useState } from 'react';

const WIDTHS = { Phone: 360, Computer: 1280 };
const THEMES = ['Light', 'Dark'] as const;
const HEIGHT = 640;

/** What the email's own style sheet asks a mail program. Here, a button answers. */
const ASKS_FOR_DARK = '(prefers-color-scheme: dark)';

/**
 * An email as a mail program on a phone or on a computer shows it, as large as there is room. The frame has no rights: no
 * scripts, no links that open, no origin. R624
 */
export function MailFrame({ html }: { html: string }) {
  const [device, setDevice] = useState<keyof typeof WIDTHS>('Phone');
  const [theme, setTheme] = useState<(typeof THEMES)[number]>('Light');
  const room = useRef<HTMLDivElement>(null);
  const [roomWidth, setRoomWidth] = useState(0);
  useEffect(() => {
    const { current } = room;
    if (!current) return undefined;
    const observer = new ResizeObserver(() => setRoomWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const width = WIDTHS[device];
  const scale = roomWidth > 0 ? Math.min(1, roomWidth / width) : 1;
  const shown = html.replace(ASKS_FOR_DARK, theme === 'Dark' ? 'all' : 'not all');
  /** Gives the frame a page that is only in this tab. It takes no text: our pages make none into HTML (docs/decisions/0027). */
  const show = useCallback(
    (frame: HTMLIFrameElement) => {
      const url = URL.createObjectURL(new Blob([shown], { type: 'text/html; charset=utf-8' }));
      frame.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [shown],
  );
  return (
    <div>
      <div className="mb-3 flex flex-wrap gap-x-6 gap-y-2">
        <Choice
          legend="Screen"
          options={Object.keys(WIDTHS) as (keyof typeof WIDTHS)[]}
          value={device}
          onChange={setDevice}
        />
        <Choice legend="Theme" options={THEMES} value={theme} onChange={setTheme} />
      </div>
      <div ref={room} className="relative overflow-hidden" style={{ height: HEIGHT }}>
        <iframe
          title="The email"
          sandbox=""
          ref={show}
          className="border-base-300 rounded-field absolute max-w-none origin-top-left border"
          style={{ width, height: HEIGHT / scale, transform: `scale(${scale})` }}
        />
      </div>
    </div>
  );
}

type ChoiceProps<T extends string> = {
  legend: string;
  options: readonly T[];
  value: T;
  onChange: (value: T) => void;
};

function Choice<T extends string>({ legend, options, value, onChange }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className="join">
      <legend className="sr-only">{legend}</legend>
      {options.map((one) => (
        <input
          key={one}
          type="radio"
          name={name}
          aria-label={one}
          checked={one === value}
          onChange={() => onChange(one)}
          className="join-item btn btn-sm min-h-11"
        />
      ))}
    </fieldset>
  );
}
