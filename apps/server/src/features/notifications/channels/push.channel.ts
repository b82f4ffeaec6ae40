import { PushKeys } from '../push-keys.ts'
import { pushSender } from '../push-sender.ts'
import type { Channel, ChannelParts, OpenChannel } from './channel.ts'
import { checkUrl } from './check-url.ts'

export interface Push extends OpenChannel<'push'> {
  /** With which browsers subscribe. */
  publicKey(): Promise<string>
}

export const pushChannel = {
  urlOf: () => null,
  // A browser that another user has used before belongs to whoever uses it now.
  isTakenOver: true,
  open({ db, outbound, envelopes, url }: ChannelParts): Push {
    const keys = new PushKeys(db, envelopes)
    // Push services want to know whom they can write to.
    const contact = url.startsWith('https:') ? url : 'mailto:administrator@localhost'
    return {
      sender: pushSender({ outbound, envelopes, keys, contact }),
      async add({ endpoint, p256dh, auth }, browser) {
        await checkUrl(outbound, endpoint, 'endpoint', ['https:'])
        return { name: browser, address: endpoint, secret: JSON.stringify({ p256dh, auth }) }
      },
      publicKey: () => keys.publicKey(),
    }
  },
} satisfies Channel<'push'>
