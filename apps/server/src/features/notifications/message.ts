import type { NotificationRow, PreferencesRow } from './notifications.repository.ts'
import { linkOf } from './link-of.ts'

/** A notification as it leaves the server. */
export interface Message {
  /** Of the notification, so that a receiver recognizes what it has got already. */
  readonly id: string
  readonly kind: string
  readonly severity: NotificationRow['severity']
  readonly subject: string
  readonly body: string
  /** The page that shows more. */
  readonly url: string
  readonly at: string
  readonly count: number
  readonly dedupKey: string
}

export function messageOf(
  row: NotificationRow,
  { sendsAmounts }: Pick<PreferencesRow, 'sendsAmounts'>,
  site: string,
): Message {
  const { id, kind, severity, subject, body, amounts, object, at, count, dedupKey } = row
  const lines = [body, sendsAmounts ? amounts : null].filter((one) => one !== null && one !== '')
  return {
    id,
    kind,
    severity,
    subject: count > 1 ? `${subject} (${count} times)` : subject,
    body: lines.join('\n'),
    url: `${site}${linkOf(object) ?? '/algorithms'}`,
    at: at.toISOString(),
    count,
    dedupKey,
  }
}
