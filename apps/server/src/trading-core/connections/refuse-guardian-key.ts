import { type Drizzle, notify, schema } from '@tradeloom/database'
import { and, eq } from 'drizzle-orm'
import type { UsableConnection } from './usable-connections.ts'

const { guardianKeys } = schema

/** The guardian uses this key of its own no longer, and the owner is told if it did before. A key that came since stays. */
export async function refuseGuardianKey(
  db: Drizzle,
  { id, userId, adapter, guardianKey }: Pick<UsableConnection, 'id' | 'userId' | 'adapter' | 'guardianKey'>,
  problem: string,
  isErased: boolean,
): Promise<void> {
  if (guardianKey === null) return
  const at = new Date()
  await db.transaction(async (tx) => {
    const isThis = and(eq(guardianKeys.connectionId, id), eq(guardianKeys.credentials, guardianKey))
    const [before] = await tx.select().from(guardianKeys).where(isThis).for('update')
    if (!before) return
    await tx
      .update(guardianKeys)
      .set({ acceptedAt: null, problem, ...(isErased ? { credentials: null } : {}) })
      .where(isThis)
    if (before.acceptedAt === null) return
    await notify(tx, userId, {
      kind: 'key-refused',
      subject: `${adapter.displayName} refuses the key of the guardian of your account`,
      body: `${problem}. Until another key is accepted, the guardian can only raise the level of the account, and the process that sends your orders closes its positions.`,
      object: 'settings:exchange-api-keys',
      dedupKey: `${id}:guardian:${at.getTime()}`,
    })
  })
}
