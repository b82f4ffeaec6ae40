import type { NotificationChannel } from '@tradeloom/contracts'
import { CHANNELS } from './channels.generated.ts'
import type { ChannelRow } from './notifications.repository.ts'

export function viewChannel(row: ChannelRow): NotificationChannel {
  const { id, kind, name, address, createdAt, usedAt, problem, disabledAt } = row
  return {
    id,
    kind,
    name,
    url: CHANNELS[kind].urlOf(address),
    created: createdAt.toISOString(),
    lastUsed: usedAt?.toISOString() ?? null,
    problem,
    disabled: disabledAt?.toISOString() ?? null,
  }
}
