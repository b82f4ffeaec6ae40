import { CHANNELS } from './channels.generated.ts'
import type { AddedKind, ChannelParts, OpenChannel } from './channels/channel.ts'

export type OpenChannels = { readonly [Kind in AddedKind]: ReturnType<(typeof CHANNELS)[Kind]['open']> }

/** Everything that leaves this server by another way than mail. */
export function openChannels(parts: ChannelParts): OpenChannels {
  const opened = Object.entries(CHANNELS).map(([kind, channel]) => [kind, channel.open(parts)] as const)
  return Object.fromEntries(opened) as OpenChannels
}

export function everyChannel(channels: OpenChannels): readonly Pick<OpenChannel<AddedKind>, 'start' | 'stop'>[] {
  return Object.values(channels)
}
