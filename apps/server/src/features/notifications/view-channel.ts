import type { NotificationChannel } from '@tradeloom/contracts'
import type { ChannelRow } from './notifications.repository.ts'

export function viewChannel(row: ChannelRow): NotificationChannel {
  const { id, kind, name, address, createdAt, usedAt, problem, disabledAt } = row
  return {
    id,
    kind: kind as NotificationChannel['kind'],
    name,
    url: kind === 'webhook' ? address : null,
    created: createdAt.toISOString(),
    lastUsed: usedAt?.toISOString() ?? null,
    problem,
    disabled: disabledAt?.toISOString() ?? null,
  }
}
