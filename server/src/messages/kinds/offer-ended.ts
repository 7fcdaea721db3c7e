import type { EntryOfClass } from '../../database/outbox-document.ts';
import { facts, link } from '../content.ts';
import { defineMail } from '../mail-module.ts';
import { nameClass, subjectOf } from '../parts/say.ts';
import {
  areOffered,
  findEntry,
  listWaitingFacts,
  nameWaiting,
  WAITING_PAGE,
  type WaitingFacts,
} from '../parts/waiting.ts';

/** Says that an offer ran out, and asks whether the person still waits. */
export const offerEnded = defineMail<{ lapses: number } & EntryOfClass, WaitingFacts>({
  entry({ classId, entry: { waitId, lapses, isPaused }, isOffered }) {
    if (!isPaused || !isOffered) return undefined;
    return {
      id: `lapsed-${waitId.toHexString()}-${lapses}`,
      about: { classId, waitId, lapses },
    };
  },

  /** What somebody reads whose offer ran out, while they have not said that they still want a seat. */
  async read(cause, reader, services) {
    const found = await findEntry(cause, reader, services);
    if (!found?.entry.isPaused || found.entry.lapses !== cause.lapses) return undefined;
    const { campClass, props, childIds } = found;
    return areOffered(campClass, services) ? { props, childIds } : undefined;
  },

  write(props) {
    const name = nameClass(props.campClass.name);
    return {
      subject: subjectOf('Still want it? ', name),
      parts: [
        `We held a seat in ${name} for ${nameWaiting(props.children) ?? 'you'}, but the time to take it is up, so we no longer hold it. You have not been charged.`,
        'Do you still want a seat? Then say so on your waiting list page: you keep your old place. Until you do, we won’t offer you another one. If the time runs out a second time, your place on the list ends.',
        facts(listWaitingFacts(props)),
        link('Say that you still want it', WAITING_PAGE),
        'Don’t want it anymore? Then you don’t have to do anything.',
      ],
    };
  },
});
