import type { ListedWaitingEntry } from '@speakifyr/contract/waiting.ts';
import { ArrowDown, ArrowUp, Ticket } from 'lucide-react';
import { Link } from 'react-router-dom';
import { readApiError } from '../../../lib/api.ts';
import { useChange } from '../../../lib/use-change.ts';
import { sayWhoHears } from '../../../lib/who-hears.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { showError } from '../../../lib/dialogs.ts';
import { linkToFamily } from '../../../lib/dashboard-links.ts';
import { formatDay } from '../../../lib/format.ts';
import { listNames } from '../../../lib/list-names.ts';
import { formatChosen } from '../../../lib/say-days.ts';
import { DataCell, DataRow } from '../../../ui/data-table.tsx';
import { describeGroup, describeState } from './describe-entry.ts';

type Props = {
  classId: string;
  entry: ListedWaitingEntry;
  /** The priority that puts it one place higher, or lower; undefined if it can't go there. */
  raised: number | undefined;
  lowered: number | undefined;
  /** Called after the person has closed the success message. */
  onOffered: () => void;
};

/** One entry of a waiting list, with the buttons that change its place and offer it a seat. */
export function WaitingRow({ classId, entry, raised, lowered, onOffered }: Props) {
  const { waitId, userId, people, email, position, joinedAt, state } = entry;
  const offer = useChange('POST /classWaiting/:classId/:waitId/offer');
  const order = useChange('PATCH /classWaiting/:classId/:waitId');
  const names = listNames(people.map(({ name }) => name));
  const notes = [formatChosen(entry), describeGroup(entry)];

  async function move(priority: number) {
    if (order.isPending) return;
    try {
      await order.mutateAsync({
        params: { classId, waitId },
        body: { priority },
      });
    } catch (error) {
      await showError(readApiError(error).message);
    }
  }

  return (
    <DataRow className="grid-cols-[auto_1fr]">
      <DataCell className="font-display font-bold tabular-nums">{position ?? '–'}</DataCell>
      <DataCell className="[overflow-wrap:anywhere]">
        <Link to={linkToFamily(userId)} className="link font-semibold">
          {names}
        </Link>
        {notes.map(
          (note) =>
            note && (
              <span key={note} className="text-base-content/80 block text-sm">
                {note}
              </span>
            ),
        )}
      </DataCell>
      <DataCell className="text-base-content/80 col-span-2 [overflow-wrap:anywhere]">
        {email}
      </DataCell>
      <DataCell className="col-span-2 @3xl:max-w-60">{describeState(entry)}</DataCell>
      <DataCell className="text-base-content/80 col-span-2 tabular-nums">
        <span className="@3xl:hidden print:hidden" aria-hidden="true">
          Since{' '}
        </span>
        <time dateTime={joinedAt}>{formatDay(new Date(joinedAt))}</time>
      </DataCell>
      <DataCell className="col-span-2 pt-2 print:hidden">
        {state !== 'offered' && (
          <span className="flex flex-wrap gap-2 @3xl:flex-nowrap">
            <OrderButton
              label={`Move ${names} up`}
              icon={ArrowUp}
              priority={raised}
              onMove={(priority) => void move(priority)}
            />
            <OrderButton
              label={`Move ${names} down`}
              icon={ArrowDown}
              priority={lowered}
              onMove={(priority) => void move(priority)}
            />
            <ActionButton
              className="btn-outline btn-primary flex-1 whitespace-nowrap"
              question={{
                titleText: `Offer ${people.length === 1 ? 'a seat' : 'seats'} to ${names} now?`,
                text: `${sayWhoHears([{ name: names, email }])} They have a limited time to pay. People ahead of them on the list have to wait longer.`,
                confirm: 'Yes, Offer!',
              }}
              act={() => offer.mutateAsync({ params: { classId, waitId } })}
              success={people.length === 1 ? 'The seat is offered' : 'The seats are offered'}
              onDone={onOffered}
            >
              <Ticket className="size-4" aria-hidden="true" />
              Offer now <span className="sr-only">to {names}</span>
            </ActionButton>
          </span>
        )}
      </DataCell>
    </DataRow>
  );
}

type OrderProps = {
  label: string;
  icon: typeof ArrowUp;
  priority: number | undefined;
  onMove: (priority: number) => void;
};

/** Keeps the focus even where the entry can't go further, so that a person can press it again. */
function OrderButton({ label, icon: Icon, priority, onMove }: OrderProps) {
  return (
    <button
      type="button"
      className="btn btn-ghost btn-square aria-disabled:opacity-40"
      aria-label={label}
      title={label}
      aria-disabled={priority === undefined}
      onClick={() => priority !== undefined && onMove(priority)}
    >
      <Icon className="size-4" aria-hidden="true" />
    </button>
  );
}
