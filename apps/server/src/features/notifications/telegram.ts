import { z } from 'zod'

const ANSWER_MS = 10_000
/** How long a question for news waits for some. */
const POLL_S = 25

const answer = z.object({
  ok: z.boolean(),
  description: z.string().optional(),
  parameters: z.object({ retry_after: z.number().optional() }).optional(),
  result: z.unknown().optional(),
})
const bot = z.object({ username: z.string() })
const updates = z.array(
  z.object({
    update_id: z.number(),
    message: z
      .object({
        text: z.string().optional(),
        chat: z.object({ id: z.number(), title: z.string().optional(), username: z.string().optional() }),
      })
      .optional(),
  }),
)
export type TelegramUpdate = z.infer<typeof updates>[number]

export interface TelegramAnswer {
  readonly status: number
  readonly problem: string
  /** Seconds after which the bot may call again. */
  readonly retryAfter: number | null
}

/** The three calls of the bot's interface that are needed. */
export class Telegram {
  readonly #url: string
  #name: Promise<string> | null = null

  constructor({ apiUrl, token }: { readonly apiUrl: string; readonly token: string }) {
    this.#url = `${apiUrl}/bot${token}`
  }

  /** Of the bot. */
  name(): Promise<string> {
    this.#name ??= this.#call('getMe', {}).then(({ result }) => bot.parse(result).username)
    // It is asked again after a failure.
    this.#name.catch(() => (this.#name = null))
    return this.#name
  }

  /** Null if it was sent. */
  async send(chatId: string, text: string): Promise<TelegramAnswer | null> {
    const { status, ok, description, parameters } = await this.#call('sendMessage', {
      chat_id: chatId,
      text,
      link_preview_options: { is_disabled: true },
    })
    if (ok) return null
    return { status, problem: description ?? `It answered ${status}`, retryAfter: parameters?.retry_after ?? null }
  }

  /** What was written to the bot after what was acknowledged with `offset`; waits for something. */
  async updates(offset: number, signal: AbortSignal): Promise<TelegramUpdate[]> {
    const body = { offset, timeout: POLL_S, allowed_updates: ['message'] }
    const { ok, description, result } = await this.#call('getUpdates', body, signal, ANSWER_MS + POLL_S * 1000)
    if (!ok) throw new Error(description ?? 'Telegram refused')
    return updates.parse(result)
  }

  async #call(method: string, body: object, signal?: AbortSignal, limitMs = ANSWER_MS) {
    const limit = AbortSignal.timeout(limitMs)
    const response = await fetch(`${this.#url}/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    }).catch((error: unknown) => {
      // The address has the token of the bot in it.
      throw new Error('Telegram does not answer', { cause: error instanceof Error ? error.name : null })
    })
    return { status: response.status, ...answer.parse(await response.json()) }
  }
}
