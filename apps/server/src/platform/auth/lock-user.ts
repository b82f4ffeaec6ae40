import { schema, type Transaction } from '@tradeloom/database'
import { eq } from 'drizzle-orm'

const { users } = schema

/** Until the transaction ends, others that lock this user wait: two that count before they insert count each other. */
export async function lockUser(tx: Transaction, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}
