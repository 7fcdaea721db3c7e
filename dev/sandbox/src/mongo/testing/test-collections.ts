import { randomUUID } from 'node:crypto';
import type { Collection, Document } from 'mongodb';
import type { TestDatabase } from './start-database.ts';

export type NumberedDocument = Document & { _id: number };

/** Creates a collection with these documents in a test database. */
export async function fillCollection<T extends Document = NumberedDocument>(
  { db }: TestDatabase,
  docs: Document[],
): Promise<Collection<T>> {
  const collection = db.collection<T>(`c_${randomUUID().slice(0, 8)}`);
  if (docs.length > 0) await collection.insertMany(docs as never);
  return collection;
}

/** How a query is executed, in terms that the sandbox and MongoDB share. */
export interface ExplainedPlan {
  isScan: boolean;
  /** Whether an index gives the order. */
  isSorted: boolean;
  totalDocsExamined: number;
  nReturned: number;
}

/** Asks for a cursor's plan, and how many documents it read. */
export async function explainPlan(cursor: {
  explain(verbosity: string): Promise<Document>;
}): Promise<ExplainedPlan> {
  const { queryPlanner, executionStats } = await cursor.explain('executionStats');
  const stages = listStages((queryPlanner as { winningPlan: Document }).winningPlan);
  const { totalDocsExamined = NaN, nReturned = NaN } = executionStats as Record<string, number>;
  return {
    isScan: stages.includes('COLLSCAN'),
    isSorted: !stages.includes('SORT'),
    totalDocsExamined,
    nReturned,
  };
}

function listStages(plan: Document): string[] {
  const inner = (plan['inputStage'] ?? plan['queryPlan']) as Document | undefined;
  return [...(inner ? listStages(inner) : []), String(plan['stage'])];
}
