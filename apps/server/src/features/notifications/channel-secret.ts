import type { Envelopes } from '../../platform/secrets/envelopes.ts'
import type { ChannelRow } from './notifications.repository.ts'

const place = (row: string) => ({ table: 'notification_channels', row, column: 'secret' })

export function sealSecret(envelopes: Envelopes, channelId: string, secret: string): Promise<Buffer> {
  return envelopes.seal(secret, place(channelId))
}

export async function openSecret(envelopes: Envelopes, { id, secret }: ChannelRow): Promise<string> {
  if (secret === null) throw new Error('It has no secret')
  return envelopes.open(secret, place(id))
}
