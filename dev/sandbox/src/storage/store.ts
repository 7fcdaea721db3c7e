import { Storage } from './rows.ts';

/** Rows of one kind, in memory and on disk. A row is replaced, never changed in place. */
export interface Table<Row> {
  get(id: string): Row | undefined;
  /** All rows, oldest first. */
  rows(): Row[];
  put(id: string, row: Row): void;
  remove(id: string): void;
}

/** The stored data of one stand-in: a few tables in a folder that one process may open. */
export interface Store {
  /** Opens a table. Call this once for each name. */
  table<Row>(name: string): Table<Row>;
  /** Resolves when everything put so far is on disk and survives a kill or a power cut. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** `born` numbers the rows in the order of insertion, also across restarts. */
interface Entry {
  born: number;
  row: unknown;
}

/**
 * Opens or creates a store. Requests work on memory without waiting, so two of them can't interleave. An answer is
 * sent only after `flush`.
 * @throws when the folder can't be used, another process has it open, or its data is damaged
 */
export async function openStore(folder: string): Promise<Store> {
  const storage = await Storage.open(folder);
  const loaded: ({ key: string } & Entry)[] = [];
  await storage.readAll((key, value) => {
    loaded.push({ key, ...(JSON.parse(value.toString()) as Entry) });
  });
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
    // After a failed write all later ones fail too, because memory and disk differ.
    flush: () => storage.flush(),
    close: () => storage.close(),
  };
}
