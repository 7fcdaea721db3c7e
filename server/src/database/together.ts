import DataLoader from 'dataloader';
import { withinTime } from '../within-time.ts';
import { COMMAND_MS } from './connect.ts';

/** So many items go into one command at most: the server sends the first answers while the database works on. */
const MAX_ITEMS = 16;

/**
 * Makes a function for one item out of a command for many: what is asked for in the same moment goes to the database
 * together. Nothing is kept from one moment to the next.
 * @param run one command for all of the items; answers in their order. If it throws, all of them fail.
 * @param when calls back when the items of one moment are there, `setImmediate` for those of several requests
 */
export function together<C extends object, Item, Answer>(
  run: (collection: C, items: readonly Item[]) => Promise<Answer[]>,
  when: (ready: () => void) => void,
): (collection: C, item: Item) => Promise<Answer> {
  /** One for each open database. */
  const loaders = new WeakMap<C, DataLoader<Item, Answer>>();
  return (collection, item) => {
    let loader = loaders.get(collection);
    if (!loader) {
      // The driver may wait without end on a connection that was lost, and here many would wait with it.
      const load = (items: readonly Item[]) =>
        withinTime(run(collection, items), COMMAND_MS, 'no answer of the database in time');
      const options = { cache: false, maxBatchSize: MAX_ITEMS, batchScheduleFn: when };
      loaders.set(collection, (loader = new DataLoader(load, options)));
    }
    return loader.load(item);
  };
}
