import { type Drizzle, recordAudit, type Transaction } from '@tradeloom/database'
import type { ChannelRow } from './notifications.repository.ts'

/** Who asks, for the audit log. */
export interface ChannelRequest {
  readonly userId: string
  readonly address: string
}

/** Without the address, which may be a secret in itself. `who` is null for what the server has done on its own. */
export async function recordChannel(
  db: Drizzle | Transaction,
  what: 'added' | 'enabled' | 'tested' | 'removed',
  { userId, kind, name }: ChannelRow,
  who: ChannelRequest | null,
  now: () => number,
): Promise<void> {
  const by = who === null ? ({ actor: null, via: 'server' } as const) : ({ actor: who.userId, via: 'web' } as const)
  const line = { ...by, action: `notification-channel-${what}`, object: userId, address: who?.address ?? null }
  await recordAudit(db, { ...line, detail: { kind, name } }, now)
}
