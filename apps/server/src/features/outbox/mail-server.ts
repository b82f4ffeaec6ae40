import type { Config } from '../../config.ts'
import type { Mail } from './mail.ts'

const ANSWER_MS = 20_000

/** Sends plain text over SMTP, encrypted if the server offers it. */
export function createMailServer({ server, from }: NonNullable<Config['mail']>) {
  return async ({ recipient, subject, body }: Mail): Promise<void> => {
    // Loaded with the first mail: most installations send none.
    const { createTransport } = await import('nodemailer')
    const timeouts = { connectionTimeout: ANSWER_MS, greetingTimeout: ANSWER_MS, socketTimeout: ANSWER_MS }
    const transport = createTransport({ url: server, ...timeouts })
    try {
      await transport.sendMail({ from, to: { name: '', address: recipient }, subject, text: body })
    } finally {
      transport.close()
    }
  }
}
