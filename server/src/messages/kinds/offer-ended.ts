import type { MailContent } from '@speakifyr/contract/mail.ts';
import type { EntryOfClass } from '../../database/outbox-document.ts';
import type { Services } from '../../services.ts';
import {
  defineMail,
  type DueOfEntry,
  type MailContext,
  type Read,
  type Reader,
  type WaitedEntry,
} from '../mail-module.ts';
import { greet, nameClass, subjectOf } from '../parts/say.ts';
import {
  areOffered,
  findEntry,
  listWaitingFacts,
  nameWaiting,
  WAITING_PAGE,
  type WaitingFacts,
} from '../parts/waiting.ts';

export type OfferEndedCause = { kind: 'offer ended'; lapses: number } & EntryOfClass;

type OfferEndedProps = WaitingFacts;

export const offerEnded = defineMail<OfferEndedCause, OfferEndedProps>({
  kind: 'offer ended',
  entry: describeMails,
  read,
  write,
});

function describeMails({
  classId,
  entry: { waitId, lapses, isPaused },
  isOffered,
}: WaitedEntry): DueOfEntry<OfferEndedCause>[] {
  if (!isPaused || !isOffered) return [];
  const cause = { kind: 'offer ended' as const, classId, waitId, lapses };
  return [{ _id: `lapsed-${waitId.toHexString()}-${lapses}`, cause }];
}

/** Says that an offer ran out, and asks whether the person still waits. */
function write(
  { campClass, children }: OfferEndedProps,
  { to, timeZone }: MailContext,
): MailContent {
  const name = nameClass(campClass.name);
  return {
    subject: subjectOf('Still want it? ', name),
    greeting: greet(to),
    parts: [
      {
        kind: 'text',
        text: `We held a seat in ${name} for ${nameWaiting(children) ?? 'you'}, but the time to take it is up, so we no longer hold it. You have not been charged.`,
      },
      {
        kind: 'text',
        text: 'Do you still want a seat? Then say so on your waiting list page: you keep your old place. Until you do, we won’t offer you another one. If the time runs out a second time, your place on the list ends.',
      },
      { kind: 'facts', facts: listWaitingFacts(campClass, timeZone, children) },
      { kind: 'link', label: 'Say that you still want it', path: WAITING_PAGE },
      { kind: 'text', text: 'Don’t want it anymore? Then you don’t have to do anything.' },
    ],
  };
}

/** What somebody reads whose offer ran out, while they have not said that they still want a seat. */
async function read(
  cause: OfferEndedCause,
  reader: Reader,
  services: Services,
): Promise<Read<OfferEndedProps> | undefined> {
  const found = await findEntry(cause, reader, services);
  if (!found?.entry.isPaused || found.entry.lapses !== cause.lapses) return undefined;
  const { campClass, props, childIds } = found;
  return areOffered(campClass, services) ? { props, childIds } : undefined;
}
