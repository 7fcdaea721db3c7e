import { describe, expect, it } from 'vitest';
import { together } from './together.ts';

const database = {};

/** A command that is answered when the test says so. */
type Command = { items: number[]; answer(): void; fail(error: Error): void };

/** Doubles numbers together, and tells of its commands in the order in which they begin. */
function startDoubling() {
  const commands: Command[] = [];
  let tellOfNext: () => void = () => {};
  const double = together<object, number, number>((_database, items) => {
    const { promise, resolve, reject } = defer<number[]>();
    const answer = () => resolve(items.map((item) => item * 2));
    commands.push({ items: [...items], answer, fail: reject });
    tellOfNext();
    return promise;
  }, process.nextTick);

  async function nextCommand(count: number): Promise<Command> {
    while (commands.length < count) await new Promise<void>((told) => (tellOfNext = told));
    return commands[count - 1] as Command;
  }
  return { commands, nextCommand, double: (item: number) => double(database, item) };
}

function defer<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<T>((yes, no) => ((resolve = yes), (reject = no)));
  return { promise, resolve, reject };
}

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_none, index) => first + index);

describe('what is asked for together', () => {
  it('goes in one command, and everybody gets the answer to their own', async () => {
    const { commands, nextCommand, double } = startDoubling();
    const answers = Promise.all([5, 3, 9].map(double));
    (await nextCommand(1)).answer();
    expect(await answers).toEqual([10, 6, 18]);
    expect(commands).toHaveLength(1);
  });

  it('goes in commands of sixteen, two at a time', async () => {
    const { commands, nextCommand, double } = startDoubling();
    const answers = Promise.all(range(1, 40).map(double));
    const first = await nextCommand(1);
    await new Promise<void>(process.nextTick);
    expect(commands).toHaveLength(2);
    first.answer();
    for (const count of [2, 3]) (await nextCommand(count)).answer();
    expect(await answers).toEqual(range(1, 40).map((item) => item * 2));
    expect(commands.map(({ items }) => items)).toEqual([
      range(1, 16),
      range(17, 32),
      range(33, 40),
    ]);
  });

  it('is not held up by commands that get no answer', async () => {
    const { nextCommand, double } = startDoubling();
    const lost = [double(1)];
    await nextCommand(1);
    lost.push(double(2));
    await nextCommand(2);
    const answer = double(3);
    (await nextCommand(3)).answer();
    expect(await answer).toBe(6);
    for (const count of [1, 2]) (await nextCommand(count)).answer();
    expect(await Promise.all(lost)).toEqual([2, 4]);
  });

  it('fails together, and nobody else fails with it', async () => {
    const { nextCommand, double } = startDoubling();
    const answers = Promise.allSettled(range(1, 17).map(double));
    (await nextCommand(1)).fail(new Error('the disk is full'));
    (await nextCommand(2)).answer();
    const [first, ...others] = await answers;
    expect(first).toMatchObject({ reason: new Error('the disk is full') });
    expect(others.map(({ status }) => status)).toEqual([
      ...range(2, 16).map(() => 'rejected'),
      'fulfilled',
    ]);
  });
});
