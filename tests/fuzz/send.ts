import { Agent, request as httpRequest } from 'node:http'
import type { WildRequest } from './wild-request.ts'

export interface WildAnswer {
  /** 0 if the connection ended without a reply, which is what broken HTTP gets. */
  readonly status: number
  readonly text: string
  readonly retryAfter: string | undefined
}

// A connection of its own for each: after a broken request the server closes it, and a next one would wait in vain.
const agent = new Agent({ keepAlive: false, maxSockets: 16 })
const TIME_LIMIT_MS = 120_000
const PATIENCE_MS = 500

/** Sends the request unchanged, without a client that repairs addresses; null if HTTP cannot represent it. */
export function send(url: URL, wild: WildRequest, cookie: string): Promise<WildAnswer | null> {
  return new Promise((done, fail) => {
    let sent: ReturnType<typeof httpRequest>
    const headers: Record<string, string> = { host: url.host, ...(cookie === '' ? {} : { cookie }), ...wild.headers }
    if (wild.body !== undefined) headers['content-length'] ??= String(Buffer.byteLength(wild.body))
    try {
      sent = httpRequest({ agent, host: url.hostname, port: url.port, path: wild.target, method: wild.method, headers })
    } catch {
      return done(null)
    }
    sent.setTimeout(TIME_LIMIT_MS, () => fail(new Error(`${wild.method} ${wild.target.slice(0, 200)} got no answer`)))
    sent.on('error', () => done({ status: 0, text: '', retryAfter: undefined }))
    sent.on('close', () => done({ status: 0, text: '', retryAfter: undefined }))
    sent.on('upgrade', (_, socket) => {
      socket.destroy()
      done({ status: 101, text: '', retryAfter: undefined })
    })
    sent.on('response', (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', () => done({ status: 0, text: '', retryAfter: undefined }))
      answer.on('end', () =>
        done({
          status: answer.statusCode ?? 0,
          text: String(Buffer.concat(parts)),
          retryAfter: answer.headers['retry-after'],
        }),
      )
    })
    // Announces more than is sent: the server waits for the rest until its own time limit.
    if (Number(headers['content-length']) > Buffer.byteLength(wild.body ?? ''))
      setTimeout(() => sent.destroy(), PATIENCE_MS)
    sent.end(wild.body)
  })
}
