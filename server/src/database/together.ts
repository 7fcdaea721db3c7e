import { setTimeout as delay } from 'node:timers/promises';
import { withinTime } from '../within-time.ts';
import { COMMAND_MS } from './connect.ts';

/** So many items go into one command at most: the server sends the first answers while the database works on. */
const MAX_ITEMS = 16;
/** One at which the database works, and the next. More of them would end in the same moment, and leave it idle. */
const MAX_COMMANDS = 2;
/** So long do others wait for a command; a slow one, or one that was lost, must not hold them up. */
const MAX_WAIT_MS = 20;

type Asked<Item, Answer> = {
  item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
};
type Queue<Item, Answer> = { waiting: Asked<Item, Answer>[]; commands: number };

/**
 * Makes a function for one item out of a command for many: what is asked for in the same moment, or while commands
 * are under way, goes to the database together. Nothing is kept from one moment to the next.
 * @param run one command for all of the items; answers in their order. If it throws, all of them fail.
 * @param when calls back when the items of one moment are there, `setImmediate` for those of several requests
 */
export function together<C extends object, Item, Answer>(
  run: (collection: C, items: readonly Item[]) => Promise<Answer[]>,
  when: (ready: () => void) => void,
): (collection: C, item: Item) => Promise<Answer> {
  /** One for each open database. */
  const queues = new WeakMap<C, Queue<Item, Answer>>();

  async function work(collection: C, queue: Queue<Item, Answer>): Promise<void> {
    queue.commands += 1;
    await new Promise<void>((ready) => when(ready));
    while (queue.waiting.length > 0)
      await Promise.race([
        command(collection, queue.waiting.splice(0, MAX_ITEMS)),
        delay(MAX_WAIT_MS),
      ]);
    queue.commands -= 1;
  }

  async function command(collection: C, asked: Asked<Item, Answer>[]): Promise<void> {
    const items = asked.map(({ item }) => item);
    try {
      // The driver may wait without end on a connection that was lost, and here many would wait with it.
      const problem = 'no answer of the database in time';
      const answers = await withinTime(run(collection, items), COMMAND_MS, problem);
      asked.forEach(({ resolve }, index) => resolve(answers[index] as Answer));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  return (collection, item) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(collection) ?? { waiting: [], commands: 0 };
      queues.set(collection, queue);
      queue.waiting.push({ item, resolve, reject });
      if (queue.commands < MAX_COMMANDS) void work(collection, queue);
    });
}
