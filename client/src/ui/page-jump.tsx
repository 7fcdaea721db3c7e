import { type KeyboardEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';

type Props = {
  pageCount: number;
  linkTo: (page: number) => string;
  /** Called after a jump, to move the focus to the top. */
  onJump: () => void;
};

/** Goes to any page of a long list by its number. */
export function PageJump({ pageCount, linkTo, onJump }: Props) {
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState('');

  function jump() {
    const page = Math.round(Number(typed));
    if (!(page >= 1)) return;
    setTyped('');
    void navigate(linkTo(Math.min(page, pageCount)));
    onJump();
  }

  return (
    <div className="mt-3 flex items-center justify-center gap-2 print:hidden">
      <label htmlFor={id}>Page</label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={1}
        max={pageCount}
        className="input w-24 text-base"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }: KeyboardEvent) => key === 'Enter' && jump()}
      />
      <span>of {pageCount}</span>
      <button type="button" className="btn btn-outline" onClick={jump}>
        Go
      </button>
    </div>
  );
}
