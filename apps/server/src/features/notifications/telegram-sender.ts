import { setTimeout as sleep } from 'node:timers/promises'
import { cutTo } from './cut-to.ts'
import type { Sender, SendResult } from './sender.ts'
import type { Telegram } from './telegram.ts'

const MINUTE_MS = 60_000
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS]
/** One message a second in a chat, thirty in all. */
const CHAT_MS = 1_000
const ALL_MS = 1_000 / 30
const MAX_CHATS = 1_000
const MAX_TEXT = 4_000
const BLOCKED = 403
const TOO_MANY = 429

export function telegramSender(telegram: Telegram): Sender {
  const free = new Map<string, number>()
  let allFree = 0

  /** Waits until it is the turn of a chat. */
  async function turn(chat: string): Promise<void> {
    const at = Math.max(performance.now(), allFree, free.get(chat) ?? 0)
    allFree = at + ALL_MS
    free.delete(chat)
    free.set(chat, at + CHAT_MS)
    const [oldest] = free.keys()
    if (free.size > MAX_CHATS && oldest !== undefined) free.delete(oldest)
    await sleep(Math.max(0, at - performance.now()))
  }

  return {
    pausesMs: PAUSES_MS,
    givesUpMs: null,
    async send({ address }, { subject, body, url }): Promise<SendResult> {
      await turn(address)
      const text = cutTo([subject, body].filter((one) => one !== '').join('\n\n'), (shown) => shown.length <= MAX_TEXT)
      try {
        const refused = await telegram.send(address, `${text}\n\n${url}`)
        if (refused === null) return { kind: 'sent' }
        const { status, problem, retryAfter } = refused
        if (status === BLOCKED) return { kind: 'gone', problem }
        if (status === TOO_MANY) return { kind: 'wait', ms: (retryAfter ?? 1) * 1000, problem }
        return { kind: 'failed', problem }
      } catch (error) {
        return { kind: 'failed', problem: error instanceof Error ? error.message : String(error) }
      }
    },
  }
}
