import { Copy } from 'lucide-react';
import { useId } from 'react';
import { useCopy } from '../../lib/use-copy.ts';
import { useFocusedHeading } from '../../ui/use-focused-heading.ts';

type Props = {
  /** Such as 'The key of Newsletter'. */
  title: string;
  secret: string;
  onDone: () => void;
};

/** A key or a secret, the only time that anybody sees it. */
export function ShownOnce({ title, secret, onDone }: Props) {
  const id = useId();
  const heading = useFocusedHeading();
  const { field, isCopied, copy } = useCopy(secret);
  return (
    <div className="card bg-base-100 shadow-card border-success max-w-3xl gap-3 border-2 p-5 sm:p-6">
      <h3
        ref={heading}
        tabIndex={-1}
        className="text-lg font-bold [overflow-wrap:anywhere] outline-none"
      >
        {title}
      </h3>
      <label htmlFor={id}>
        Copy it to your program now. You can’t see it here again: the school can only make a new
        one.
      </label>
      <input
        ref={field}
        id={id}
        readOnly
        className="input bg-base-200 w-full font-mono text-sm"
        value={secret}
        onFocus={(event) => event.target.select()}
      />
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn btn-primary" onClick={() => void copy()}>
          <Copy className="size-4" aria-hidden="true" />
          <span role="status">{isCopied ? 'Copied' : 'Copy'}</span>
        </button>
        <button type="button" className="btn btn-ghost" onClick={onDone}>
          Done
        </button>
      </div>
    </div>
  );
}
