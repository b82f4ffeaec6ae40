import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  /** For `SMTP_URL`. */
  readonly url: string
  /** Everything it accepted, as sent. */
  readonly mails: readonly string[]
  /** Refuses this many of the next mails with a temporary error: those with a text in them, if one is named. */
  refuseNext(count: number, text?: string): void
  stop(): Promise<void>
}

/** A real SMTP server on loopback that keeps what it receives. */
export async function startMailServer(): Promise<MailServer> {
  const mails: string[] = []
  let refused = 0
  let refusedText = ''
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const mail = String(Buffer.concat(parts))
        if (refused > 0 && mail.includes(refusedText)) {
          refused--
          done(Object.assign(new Error('Please try again later'), { responseCode: 451 }))
          return
        }
        mails.push(mail)
        done()
      })
    },
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', () => listening()))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuseNext: (count, text = '') => {
      refused = count
      refusedText = text
    },
    stop: () => new Promise((closed) => void server.close(() => closed())),
  }
}
