import type { ListedWaitingEntry } from '@speakifyr/contract/waiting.ts';
import { formatClock, formatDay } from '../../../lib/format.ts';
import { countOf } from '../../../lib/count-of.ts';

/** The state of an entry, in a few words. */
export function describeState({ state, until, lapses }: ListedWaitingEntry): string {
  switch (state) {
    case 'offered':
      return until ? `Offered until ${sayMoment(until)}` : 'Offered. The email is on its way';
    case 'kept':
      return until
        ? `Seat kept until ${sayMoment(until)}, while we wait for enough seats for all`
        : 'Seat kept until there are enough for all of them';
    case 'paused':
      return lapses > 1 ? `Paused: ${lapses} offers ran out` : 'Paused: an offer ran out';
    case 'waiting':
      return lapses > 0 ? 'Waiting again after an offer ran out' : 'Waiting';
  }
}

/** Whether siblings go only together; nothing to say about one person. */
export function describeGroup({ people, together }: ListedWaitingEntry): string | undefined {
  if (people.length < 2) return undefined;
  return together ? 'All of them or nobody' : 'One seat is fine too';
}

/** How many people have joined the list, and what came of it. */
export function describeDemand(demand: {
  asked: number;
  offered: number;
  enrolled: number;
}): string {
  const { asked, offered, enrolled } = demand;
  if (asked === 0) return 'Nobody has joined this waiting list yet.';
  const people = countOf(asked, 'person has', 'people have');
  return `${people} joined this waiting list so far. Offered a seat: ${offered}. Enrolled: ${enrolled}.`;
}

function sayMoment(iso: string): string {
  const moment = new Date(iso);
  return `${formatDay(moment)} ${formatClock(moment)}`;
}
