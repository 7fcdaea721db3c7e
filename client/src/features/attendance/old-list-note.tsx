import { formatTime } from '../../lib/format.ts';

type Props = {
  /** Missing while it loads. */
  list: { now: string; isOld?: true } | undefined;
  /** The last try to load it has failed. */
  isError: boolean;
};

/** Says when a list is from, if there is no connection. */
export function OldListNote({ list, isError }: Props) {
  return (
    <p role="status">
      {list && (isError || list.isOld) && (
        <span className="bg-warning text-warning-content rounded-field mb-3 block p-3">
          <strong>List of {formatTime(new Date(list.now))}.</strong> No connection: changes from
          other phones since then are missing.
        </span>
      )}
    </p>
  );
}
