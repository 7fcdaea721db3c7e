import type { Collections } from '../database/collections.ts';
import type { Services } from '../services.ts';

/**
 * Runs something just before each write to the database. If it throws, nothing is written, as if the server had been
 * killed there.
 * @param beforeWrite gets the names of the collection and its method
 */
export function watchWrites(
  collections: Collections,
  beforeWrite: (collection: string, method: string) => Promise<void> | void,
): Collections {
  const watched = Object.entries(collections).map(([name, collection]) => [
    name,
    new Proxy(collection, {
      get(target, property) {
        const member = Reflect.get(target, property, target) as unknown;
        if (typeof member !== 'function') return member;
        if (!/^(insert|update|delete|findOneAnd|bulkWrite)/.test(String(property)))
          return member.bind(target) as unknown;
        return async (...parts: unknown[]) => {
          await beforeWrite(name, String(property));
          return Reflect.apply(member, target, parts) as unknown;
        };
      },
    }),
  ]);
  return Object.fromEntries(watched) as Collections;
}

/** A server that is killed after some writes to the database. */
export function killAfter(services: Services, writes: number): Services {
  let left = writes;
  const collections = watchWrites(services.database.collections, () => {
    if (left === 0) throw new Error('killed');
    left -= 1;
  });
  return { ...services, database: { ...services.database, collections } };
}

/** For `useTestApp`: a server that acts as if killed once `world.writesLeft` is used up. */
export function createCutOff() {
  const world = { writesLeft: Infinity };
  const cutOff = ({ database }: Services): Partial<Services> => ({
    database: {
      ...database,
      collections: watchWrites(database.collections, () => {
        if ((world.writesLeft -= 1) < 0) throw new Error('cut off');
      }),
    },
  });
  return { world, cutOff };
}
