import type { AidRequest } from '@speakifyr/contract/aid.ts';
import { ObjectId } from 'mongodb';
import { findClassNames } from '../database/class-store.ts';
import type { AidRequestDocument } from '../database/price-documents.ts';
import { readPeople } from '../users/participant-names.ts';
import { readToday } from '../school-time.ts';
import type { Services } from '../services.ts';

/** Requests as the family and directors see them, with the names as they are now. */
export async function presentRequests(
  requests: AidRequestDocument[],
  services: Services,
): Promise<AidRequest[]> {
  const classIds = requests.flatMap(({ award }) => award?.classIds ?? []);
  const [personOf, classNames] = await Promise.all([
    readPeople(requests, services),
    classIds.length === 0
      ? new Map<string, string>()
      : findClassNames(
          services.database.collections,
          [...new Set(classIds)].map((id) => new ObjectId(id)),
        ),
  ]);
  const today = readToday(services);
  return requests.map((request) => {
    const { _id, childId, words, canPay, askedAt, answeredAt, answer, award } = request;
    return {
      _id: _id.toHexString(),
      childId: childId?.toHexString() ?? null,
      person_name: personOf(request).name,
      words: words ?? null,
      canPay: canPay ?? null,
      askedAt: askedAt.toISOString(),
      answeredAt: answeredAt?.toISOString() ?? null,
      answer: answer ?? null,
      award: award ? describeAward(award, classNames, today) : null,
    };
  });
}

function describeAward(
  { percent, amount, isForAll, classIds, until }: NonNullable<AidRequestDocument['award']>,
  classNames: Map<string, string>,
  today: string,
): AidRequest['award'] {
  return {
    percent,
    amount,
    isForAll,
    until,
    isOver: until < today,
    classNames: classIds.map((id) => classNames.get(id) ?? 'A class that was removed'),
  };
}
