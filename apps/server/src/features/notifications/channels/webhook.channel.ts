import { randomBytes } from 'node:crypto'
import { webhookSender } from '../webhook-sender.ts'
import type { Channel, ChannelParts, OpenChannel } from './channel.ts'
import { checkUrl } from './check-url.ts'

export const webhookChannel = {
  urlOf: (address) => address,
  isTakenOver: false,
  open: ({ outbound, envelopes, now }: ChannelParts): OpenChannel<'webhook'> => ({
    sender: webhookSender(outbound, envelopes, now),
    async add({ name, url }) {
      await checkUrl(outbound, url, 'url', ['https:', 'http:'])
      const secret = `whs_${randomBytes(32).toString('base64url')}`
      return { name, address: url, secret, shown: { secret } }
    },
  }),
} satisfies Channel<'webhook'>
