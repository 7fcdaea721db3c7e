import type { Db } from 'mongodb';

/** Changes what older code has stored into what newer code reads. */
export type Migration = {
  /** The layout that the data has then. */
  to: number;
  /** What it does, for the person who runs it. */
  title: string;
  /**
   * It may be stopped at any point and is then run again from its beginning: each step looks for what is still to change.
   * It reads and writes plain documents, because the types and functions of today's code go on changing.
   */
  run(db: Db): Promise<void>;
};
