import { schema, type Transaction } from '@tradeloom/database'
import { eq } from 'drizzle-orm'
import { removeSecondFactor } from './second-factors.ts'

const { passkeys } = schema

/** Everything but the password: for a user who has lost it all. */
export async function removeFactors(tx: Transaction, userId: string): Promise<void> {
  await removeSecondFactor(tx, userId)
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
}
