import { type Drizzle, schema, type Transaction } from '@tradeloom/database'
import { eq } from 'drizzle-orm'

const { algorithmLineages } = schema

/** Where an algorithm comes from: the first one of its chain of clones, and the owners along that chain. */
export interface Lineage {
  readonly lineageId: string
  readonly users: readonly string[]
}

/** Null if the algorithm is gone. */
export async function lineageOf(db: Drizzle | Transaction, algorithmId: string): Promise<Lineage | null> {
  const [found] = await db
    .select({ lineageId: algorithmLineages.lineageId, users: algorithmLineages.users })
    .from(algorithmLineages)
    .where(eq(algorithmLineages.algorithmId, algorithmId))
  return found ?? null
}
