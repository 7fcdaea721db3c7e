import { Storage } from './rows.ts';

/** Rows of one kind, held in memory and kept on disk. A row is replaced, never changed in place. */
export interface Table<Row> {
  get(id: string): Row | undefined;
  /** All rows, oldest first. */
  rows(): Row[];
  put(id: string, row: Row): void;
  remove(id: string): void;
}

/** The durable state of one stand-in: a few tables in one folder that one process may open. */
export interface Store {
  /** The table of that name. Ask once for each name: the module that does so owns it. */
  table<Row>(name: string): Table<Row>;
  /** Resolves when everything put so far is on disk and survives a kill or a power cut. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** `born` numbers the rows in the order in which they came, also across restarts. */
interface Entry {
  born: number;
  row: unknown;
}

/**
 * Opens (or creates) a store. Rules are worked out on memory, in one go and without waiting, so no
 * two requests can interleave; whoever answers a request awaits `flush` before.
 * @param folder where the state lies
 * @throws when the folder can't be used, another process has it open, or its data are damaged
 */
export async function openStore(folder: string): Promise<Store> {
  const { storage, rows } = await Storage.open(folder);
  const loaded = rows.map(([key, value]) => ({ key, ...(JSON.parse(value.toString()) as Entry) }));
  loaded.sort((a, b) => a.born - b.born);
  let nextBorn = (loaded.at(-1)?.born ?? 0) + 1;

  return {
    table<Row>(name: string): Table<Row> {
      const prefix = `${name}/`;
      const entries = new Map<string, { born: number; row: Row }>();
      for (const { key, born, row } of loaded) {
        if (key.startsWith(prefix))
          entries.set(key.slice(prefix.length), { born, row: row as Row });
      }
      return {
        get: (id) => entries.get(id)?.row,
        rows: () => [...entries.values()].map((entry) => entry.row),
        put(id, row) {
          const entry = { born: entries.get(id)?.born ?? nextBorn++, row };
          entries.set(id, entry);
          storage.put(prefix + id, Buffer.from(JSON.stringify(entry)));
        },
        remove(id) {
          if (entries.delete(id)) storage.remove(prefix + id);
        },
      };
    },
    // After one failed write all later ones fail too: memory and disk no longer agree.
    flush: () => storage.flush(),
    close: () => storage.close(),
  };
}
