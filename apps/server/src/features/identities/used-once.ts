import { createHash } from 'node:crypto'
import { type Drizzle, schema } from '@tradeloom/database'
import { lt } from 'drizzle-orm'

const { usedTokens } = schema

/** Whether this is the first use of a token. `expires`: after that nobody accepts it anyway. */
export async function isFirstUse(db: Drizzle, token: string, expires: Date, now: number): Promise<boolean> {
  await db.delete(usedTokens).where(lt(usedTokens.expiresAt, new Date(now)))
  const hash = createHash('sha256').update(token).digest('hex')
  const added = await db
    .insert(usedTokens)
    .values({ hash, expiresAt: expires })
    .onConflictDoNothing()
    .returning({ hash: usedTokens.hash })
  return added.length > 0
}
