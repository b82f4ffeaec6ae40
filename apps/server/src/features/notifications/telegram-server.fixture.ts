import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'

export interface TelegramServer {
  readonly url: string
  /** What the bot has sent. */
  readonly sent: readonly { readonly chat_id: string; readonly text: string; readonly at: number }[]
  /** Somebody writes to the bot. */
  write(chat: number, text: string): void
  /** Answers the next messages of the bot like this. */
  refuse(
    count: number,
    answer: { readonly error_code: number; readonly description: string; readonly parameters?: object },
  ): void
  stop(): Promise<void>
}

/** A stand-in for the bot interface of Telegram: news wait until somebody asks for them. */
export async function startTelegramServer(token: string): Promise<TelegramServer> {
  const sent: { chat_id: string; text: string; at: number }[] = []
  const written: { update_id: number; message: object }[] = []
  const refusals: { readonly error_code: number }[] = []
  let wake = (): void => undefined
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString('utf8') || '{}')
      const reply = (result: unknown): void => void response.end(JSON.stringify({ ok: true, result }))
      const method = request.url?.replace(`/bot${token}/`, '')
      if (method === 'getMe') return reply({ username: 'loom_bot' })
      if (method === 'sendMessage') {
        const refusal = refusals.shift()
        if (refusal) return void response.writeHead(refusal.error_code).end(JSON.stringify({ ok: false, ...refusal }))
        sent.push({ ...body, at: performance.now() })
        return reply({})
      }
      if (method !== 'getUpdates') return void response.writeHead(404).end(JSON.stringify({ ok: false }))
      const news = () => written.filter(({ update_id: id }) => id >= body.offset)
      if (news().length > 0) return reply(news())
      wake = () => reply(news())
      return undefined
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    write: (chat, text) => {
      written.push({ update_id: written.length + 1, message: { text, chat: { id: chat, username: `user${chat}` } } })
      wake()
      wake = () => undefined
    },
    refuse: (count, answer) => void refusals.push(...Array.from({ length: count }, () => answer)),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => void server.close(done))
    },
  }
}
