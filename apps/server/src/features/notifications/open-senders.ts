import { readFileSync } from 'node:fs'
import type { ChannelKind } from '@tradeloom/database'
import { openOutbound } from '../../platform/outbound/open-outbound.ts'
import type { Platform } from '../../platform/platform.ts'
import { Envelopes } from '../../platform/secrets/envelopes.ts'
import type { MasterKey } from '../../platform/secrets/master-key.ts'
import { PushKeys } from './push-keys.ts'
import { pushSender } from './push-sender.ts'
import type { Sender } from './sender.ts'
import { Telegram } from './telegram.ts'
import { telegramSender } from './telegram-sender.ts'
import { webhookSender } from './webhook-sender.ts'

/** Everything that leaves this server by another way than mail. */
export function openSenders({ config, db, url, now, logger }: Platform, masterKey: MasterKey) {
  const envelopes = new Envelopes(masterKey)
  const outbound = openOutbound(config)
  const keys = new PushKeys(db, envelopes)
  const { telegram: bot } = config
  const telegram = bot && new Telegram({ apiUrl: bot.apiUrl, token: readFileSync(bot.tokenFile, 'utf8').trim() })
  // Push services want to know whom they can write to.
  const contact = url.startsWith('https:') ? url : 'mailto:administrator@localhost'
  const senders: Partial<Record<ChannelKind, Sender>> = {
    webhook: webhookSender(outbound, envelopes, now),
    push: pushSender({ outbound, envelopes, keys, contact }),
    ...(telegram ? { telegram: telegramSender(telegram) } : {}),
  }
  const telegramBot = async (): Promise<string | null> => {
    try {
      return (await telegram?.name()) ?? null
    } catch (error) {
      logger.warn({ err: error }, 'the bot of Telegram does not answer')
      return null
    }
  }
  return { envelopes, outbound, keys, telegram, telegramBot, senders }
}
