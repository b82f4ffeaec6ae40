import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  /** For `SMTP_URL`. */
  readonly url: string
  /** Everything it accepted, as sent. */
  readonly mails: readonly string[]
  /** Refuses this many of the next mails with a temporary error. */
  refuseNext(count: number): void
  stop(): Promise<void>
}

/** A real SMTP server on loopback that keeps what it receives. */
export async function startMailServer(): Promise<MailServer> {
  const mails: string[] = []
  let refused = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (refused > 0) {
          refused--
          done(Object.assign(new Error('Please try again later'), { responseCode: 451 }))
          return
        }
        mails.push(String(Buffer.concat(parts)))
        done()
      })
    },
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', () => listening()))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuseNext: (count) => (refused = count),
    stop: () => new Promise((closed) => void server.close(() => closed())),
  }
}
