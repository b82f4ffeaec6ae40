import { ADDED_CHANNEL_KINDS, CHANNEL_KINDS, type NotificationChannelKind } from '@tradeloom/contracts'
import type { Severity } from '../schema/notifications.ts'

export interface NotificationKindTerms {
  /** As users read it where they choose. */
  readonly title: string
  readonly group: 'Trading' | 'Research' | 'Account' | 'Administration'
  /** Only what is critical comes in quiet hours. */
  readonly severity: Severity
  /** Used for it unless the user has chosen otherwise. */
  readonly channels: readonly NotificationChannelKind[]
  /** Minutes over which it is collected; without: each one is sent at once. */
  readonly digestMinutes?: number
  /** Always mailed by what causes it: mail cannot be chosen. */
  readonly isMailed?: true
  /** Comes when its user has asked for it, also in quiet hours. */
  readonly isPunctual?: true
}

const EVERYWHERE: readonly NotificationChannelKind[] = CHANNEL_KINDS
const INSTANT: readonly NotificationChannelKind[] = ADDED_CHANNEL_KINDS

/** Everything that users are told about. A new kind needs its line here, its cause, and its case in the test of all kinds. */
export const NOTIFICATION_KINDS = {
  'session-stopped': kind('A session stops on its own', 'Trading', 'warning', EVERYWHERE),
  'session-failed': kind('A session fails', 'Trading', 'critical', EVERYWHERE),
  'order-unknown': kind('Order status unknown', 'Trading', 'critical', EVERYWHERE),
  'order-adopted': kind('An order without a record is found', 'Trading', 'critical', EVERYWHERE),
  'both-filled': kind('Both of two linked orders are filled', 'Trading', 'critical', EVERYWHERE),
  'arbitrage-one-sided': kind('One order of an arbitrage fails', 'Trading', 'critical', EVERYWHERE),
  'fills-missing': kind('A broker does not say what an order has traded', 'Trading', 'critical', EVERYWHERE),
  'position-unprotected': kind('Position without a stop, or with a wrong one', 'Trading', 'critical', EVERYWHERE),
  'guardian-level': kind('The guardian restricts an account', 'Trading', 'critical', EVERYWHERE),
  'margin-call': kind('Margin call', 'Trading', 'critical', EVERYWHERE),
  'broker-away': kind('Broker disconnected for over a minute', 'Trading', 'critical', EVERYWHERE),
  'key-refused': kind('A broker refuses the key of an account', 'Trading', 'critical', EVERYWHERE),
  'still-running': kind('Sessions are still running', 'Trading', 'info', EVERYWHERE, { isPunctual: true }),
  'not-running': kind('Sessions are not running at that hour', 'Trading', 'critical', EVERYWHERE),
  'position-closed': kind('A stop, a target or a liquidation closes a position', 'Trading', 'info', INSTANT),
  alert: kind('A price alert fires', 'Trading', 'info', INSTANT),
  'alert-paused': kind('A price alert cannot go on', 'Trading', 'warning', INSTANT),
  fills: kind('Orders are filled', 'Trading', 'info', [], { digestMinutes: 15 }),
  'backtest-done': kind('A backtest ends', 'Research', 'info', [], { digestMinutes: 5 }),
  'search-done': kind('An optimization ends', 'Research', 'info', INSTANT),
  'payment-failed': kind('A payment fails', 'Account', 'warning', INSTANT, { isMailed: true }),
  'credits-low': kind('80 % of the API credits are used', 'Account', 'warning', EVERYWHERE),
  'new-device': kind('A login in a new browser', 'Account', 'warning', INSTANT, { isMailed: true }),
  'protection-lowered': kind('A protection is lowered or removed', 'Account', 'critical', EVERYWHERE),
  'connection-shared': kind('A connection is shared, or no longer', 'Account', 'warning', EVERYWHERE),
  'key-added': kind('A key is added', 'Account', 'warning', EVERYWHERE),
  'export-ready': kind('An export of the account ends', 'Account', 'info', EVERYWHERE),
  'webhook-failing': kind('A webhook is given up', 'Account', 'warning', EVERYWHERE),
  'disk-low': kind('The disk of the server is almost full', 'Administration', 'critical', EVERYWHERE),
  'reports-missing': kind('Reports of the payment provider do not arrive', 'Administration', 'warning', EVERYWHERE),
  'records-changed': kind('The audit log or a journal was changed', 'Administration', 'critical', EVERYWHERE),
  'backup-late': kind('Backups are late, failing or damaged', 'Administration', 'critical', EVERYWHERE),
  'server-lost': kind('A server is lost', 'Administration', 'critical', EVERYWHERE),
} as const satisfies Readonly<Record<string, NotificationKindTerms>>

export type NotificationKind = keyof typeof NOTIFICATION_KINDS

/** A kind by name; undefined for one that an older or newer version has stored. */
export function notificationKind(kind: string): NotificationKindTerms | undefined {
  return Object.hasOwn(NOTIFICATION_KINDS, kind) ? NOTIFICATION_KINDS[kind as NotificationKind] : undefined
}

function kind(
  title: string,
  group: NotificationKindTerms['group'],
  severity: Severity,
  channels: readonly NotificationChannelKind[],
  more: Pick<NotificationKindTerms, 'digestMinutes' | 'isMailed' | 'isPunctual'> = {},
): NotificationKindTerms {
  return { title, group, severity, channels, ...more }
}
