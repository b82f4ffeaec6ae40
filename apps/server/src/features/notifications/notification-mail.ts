import type { Mail } from '../outbox/mail.ts'
import type { Message } from './message.ts'

/** As long as by other ways. */
export const NEWS_LASTS_MS = 36 * 3_600_000

/** One mail about everything that has happened. */
export function notificationMail(
  { username, email }: { readonly username: string; readonly email: string },
  messages: readonly Message[],
  site: string,
): Mail {
  const [first] = messages
  const subject = messages.length === 1 ? (first?.subject ?? '') : `${first?.subject} and ${messages.length - 1} more`
  const parts = messages.map(({ subject: title, body, at, url }) =>
    [`${title} (${at.slice(0, 16).replace('T', ' ')} UTC)`, body, url].filter((one) => one !== '').join('\n'),
  )
  const end = `Choose what is mailed: ${site}/algorithms?settings=notifications`
  return {
    recipient: email,
    subject: `Tradeloom: ${subject}`,
    body: `${[`Hello ${username},`, ...parts, end].join('\n\n')}\n`,
    lastsMs: NEWS_LASTS_MS,
  }
}
