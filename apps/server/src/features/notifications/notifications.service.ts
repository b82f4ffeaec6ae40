import {
  CHANNEL_KINDS,
  type Notification,
  type NotificationChannelKind,
  type NotificationSettings,
} from '@tradeloom/contracts'
import { NOTIFICATION_KINDS, notificationKind, type NotificationKindTerms } from '@tradeloom/database'
import { invalid } from '../../platform/errors/app-error.ts'
import { isPending } from './channels/pending-address.ts'
import { linkOf } from './link-of.ts'
import {
  type NotificationRow,
  type NotificationsRepository,
  type PreferencesRow,
  withChoice,
} from './notifications.repository.ts'
import type { QuietHours } from './quiet-until.ts'
import { viewChannel } from './view-channel.ts'

/** What this installation offers. */
export interface Offers {
  readonly sendsMail: boolean
  telegramBot(): Promise<string | null>
}

export interface SettingsChange {
  readonly quiet?: QuietHours | null | undefined
  readonly stillRunning?: { readonly at: number; readonly timeZone: string } | null | undefined
  readonly sendsAmounts?: boolean | undefined
  readonly kinds?:
    | readonly { readonly kind: string; readonly channel: NotificationChannelKind; readonly isOn: boolean }[]
    | undefined
}

/** What users were told, and how they want to be told. */
export class NotificationsService {
  readonly #repository: NotificationsRepository
  readonly #offers: Offers
  readonly #isAdmin: (userId: string) => Promise<boolean>
  readonly #now: () => number

  constructor(
    repository: NotificationsRepository,
    offers: Offers,
    isAdmin: (userId: string) => Promise<boolean>,
    now: () => number,
  ) {
    this.#repository = repository
    this.#offers = offers
    this.#isAdmin = isAdmin
    this.#now = now
  }

  async list(userId: string, { limit, before }: { readonly limit: number; readonly before?: string | undefined }) {
    const rows = await this.#repository.page(userId, limit + 1, before)
    const unread = await this.#repository.unread(userId)
    return { notifications: rows.slice(0, limit).map(viewNotification), unread, hasMore: rows.length > limit }
  }

  async read(userId: string, ids: readonly string[] | undefined): Promise<{ unread: number }> {
    await this.#repository.read(userId, ids, this.#now())
    return { unread: await this.#repository.unread(userId) }
  }

  async settings(userId: string): Promise<NotificationSettings> {
    const [preferences, channels, address, telegramBot, isAdmin] = await Promise.all([
      this.#repository.preferences(userId),
      this.#repository.channels(userId),
      this.#repository.address(userId),
      this.#offers.telegramBot(),
      this.#isAdmin(userId),
    ])
    const kinds = Object.entries<NotificationKindTerms>(NOTIFICATION_KINDS)
    return {
      quiet: quietHoursOf(preferences),
      stillRunning:
        preferences.stillRunningAt === null ? null : { at: preferences.stillRunningAt, timeZone: preferences.timeZone },
      sendsAmounts: preferences.sendsAmounts,
      kinds: kinds
        .filter(([, { group }]) => isAdmin || group !== 'Administration')
        .map(([kind, { title, group, severity, digestMinutes, isMailed, channels: byDefault }]) => ({
          kind,
          title,
          group,
          severity,
          digestMinutes: digestMinutes ?? null,
          isMailed: isMailed ?? false,
          channels: CHANNEL_KINDS.filter((one) => preferences.choices[kind]?.[one] ?? byDefault.includes(one)),
        })),
      channels: channels.filter((one) => !isPending(one)).map(viewChannel),
      email: {
        address: address.email,
        state: !this.#offers.sendsMail ? 'off' : address.isConfirmed ? 'on' : 'unconfirmed',
      },
      telegramBot,
    }
  }

  /** `weaken` is called before a warning is sent somewhere no more, and may refuse it. */
  async change(userId: string, change: SettingsChange, weaken: () => void): Promise<NotificationSettings> {
    const { quiet, stillRunning, sendsAmounts, kinds = [] } = change
    for (const [index, { kind, channel }] of kinds.entries()) {
      const known = notificationKind(kind)
      if (!known) throw invalid('There is no such kind of notification', `kinds.${index}.kind`)
      if (known.isMailed && channel === 'email') throw invalid('This is always mailed', `kinds.${index}.channel`)
    }
    for (const [field, chosen] of Object.entries({ quiet, stillRunning }))
      if (chosen && !isTimeZone(chosen.timeZone)) throw invalid('This is not a time zone', `${field}.timeZone`)
    await this.#repository.change(userId, (before) => {
      if (isWeaker(before, change)) weaken()
      return {
        ...before,
        ...(quiet === undefined ? {} : { quietFrom: quiet?.from ?? null, quietUntil: quiet?.until ?? null }),
        ...(stillRunning === undefined ? {} : { stillRunningAt: stillRunning?.at ?? null }),
        timeZone: quiet?.timeZone ?? stillRunning?.timeZone ?? before.timeZone,
        sendsAmounts: sendsAmounts ?? before.sendsAmounts,
        choices: kinds.reduce(withChoice, before.choices),
      }
    })
    return this.settings(userId)
  }
}

/** Whether a warning, or the daily message whose absence is one, is sent somewhere no more. */
function isWeaker(before: PreferencesRow, { stillRunning, kinds = [] }: SettingsChange): boolean {
  if (stillRunning === null && before.stillRunningAt !== null) return true
  return kinds.some(({ kind, channel, isOn }) => {
    const terms = notificationKind(kind)
    const wasOn = before.choices[kind]?.[channel] ?? terms?.channels.includes(channel) ?? false
    return !isOn && wasOn && terms?.severity !== 'info'
  })
}

/** Null if the user has none. */
export function quietHoursOf({
  quietFrom,
  quietUntil,
  timeZone,
}: Pick<PreferencesRow, 'quietFrom' | 'quietUntil' | 'timeZone'>): QuietHours | null {
  return quietFrom === null || quietUntil === null ? null : { from: quietFrom, until: quietUntil, timeZone }
}

function viewNotification(row: NotificationRow): Notification {
  const { id, kind, severity, subject, body, amounts, object, count, at, readAt } = row
  const lines = [body, amounts].filter((one) => one !== null && one !== '')
  return {
    id,
    kind,
    severity,
    subject,
    body: lines.join('\n'),
    link: linkOf(object),
    count,
    at: at.toISOString(),
    isRead: readAt !== null,
  }
}

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).format().length > 0
  } catch {
    return false
  }
}
