import { type Drizzle, schema } from '@tradeloom/database'
import { eq } from 'drizzle-orm'

const { storageQuotas } = schema

/** The quota that an administrator has set for a user, in bytes; null without one. */
export async function ownQuota(db: Drizzle, userId: string): Promise<number | null> {
  const [row] = await db
    .select({ bytes: storageQuotas.bytes })
    .from(storageQuotas)
    .where(eq(storageQuotas.userId, userId))
  return row?.bytes ?? null
}
