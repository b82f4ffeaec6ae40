import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { conflict } from '../../../platform/errors/app-error.ts'
import { Telegram } from '../telegram.ts'
import { TelegramPoller } from '../telegram-poller.ts'
import { telegramSender } from '../telegram-sender.ts'
import type { Channel, ChannelParts, OpenChannel } from './channel.ts'
import { pendingAddress } from './pending-address.ts'

export interface TelegramChat extends OpenChannel<'telegram'> {
  /** The name of the bot; null if there is none, or it does not answer. */
  bot(): Promise<string | null>
}

export const telegramChannel = {
  urlOf: () => null,
  isTakenOver: false,
  open({ config, connection, logger, link }: ChannelParts): TelegramChat {
    const { telegram: terms } = config
    const telegram =
      terms && new Telegram({ apiUrl: terms.apiUrl, token: readFileSync(terms.tokenFile, 'utf8').trim() })
    const poller = telegram && new TelegramPoller({ telegram, connection, link, logger })

    async function bot(): Promise<string | null> {
      try {
        return (await telegram?.name()) ?? null
      } catch (error) {
        logger.warn({ err: error }, 'the bot of Telegram does not answer')
        return null
      }
    }

    return {
      sender: telegram ? telegramSender(telegram) : null,
      async add() {
        const name = await bot()
        if (name === null) throw conflict('This installation has no bot on Telegram')
        const token = randomBytes(24).toString('base64url')
        const link = `https://t.me/${name}?start=${token}`
        return { name: 'Telegram', address: pendingAddress(token), secret: null, shown: { link } }
      },
      bot,
      start: () => poller?.start(),
      stop: async () => poller?.stop(),
    }
  },
} satisfies Channel<'telegram'>
