import { z } from 'zod'
import { byId, nothing, uuid } from './common.ts'
import { endpoint } from './endpoint.ts'
import { label, line } from './text.ts'
import { queryNumber, wholeNumber } from './whole-number.ts'

const time = z.iso.datetime()
const key = line.max(200).regex(/^[A-Za-z0-9_-]{16,}={0,2}$/, 'This is not a key')
/**
 * What a channel of each kind is added with. A kind is its entry here and a `<kind>.channel` file in the folders `channels`
 * of server and web.
 */
const additions = {
  push: z.strictObject({ kind: z.literal('push'), endpoint: line.max(1000), p256dh: key, auth: key }),
  webhook: z.strictObject({
    kind: z.literal('webhook'),
    name: label.min(1, 'Please enter a name').max(60, 'A name has at most 60 characters'),
    url: line.trim().min(1, 'Please enter a URL').max(1000, 'A URL has at most 1,000 characters'),
  }),
  telegram: z.strictObject({ kind: z.literal('telegram') }),
}
export type AddedChannelKind = keyof typeof additions
type Addition = (typeof additions)[AddedChannelKind]

export const ADDED_CHANNEL_KINDS = Object.keys(additions) as AddedChannelKind[]
/** Ways to a user besides the list in the app. `email` is not added: it is the confirmed address of the account. */
export const CHANNEL_KINDS = ['email', ...ADDED_CHANNEL_KINDS] as const
export type NotificationChannelKind = (typeof CHANNEL_KINDS)[number]
const channelKind = z.enum(CHANNEL_KINDS)

const MAX_LISTED = 100
const MAX_KINDS = 100

/** A notification to a user. */
export const notification = z.object({
  id: uuid,
  kind: z.string(),
  severity: z.enum(['info', 'warning', 'critical']),
  subject: z.string(),
  /** Lines of text. */
  body: z.string(),
  /** The page that shows more; null where there is none. */
  link: z.string().nullable(),
  /** How often it has happened, for what is collected. */
  count: z.number().int(),
  at: time,
  isRead: z.boolean(),
})
export type Notification = z.infer<typeof notification>

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  auth: 'user',
  summary:
    'Notifications of the user, newest first; of the page after the one that ends with the notification `before`',
  params: nothing,
  query: z.strictObject({ limit: queryNumber(1, MAX_LISTED).default(30), before: uuid.optional() }),
  body: nothing,
  response: z.object({ notifications: z.array(notification), unread: z.number().int(), hasMore: z.boolean() }),
})

export const readNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/read',
  auth: 'user',
  summary: 'Mark notifications as read: those that are named, or all',
  params: nothing,
  query: nothing,
  body: z.strictObject({ ids: z.array(uuid).min(1).max(MAX_LISTED).optional() }),
  response: z.object({ unread: z.number().int() }),
})

/** A way to a user besides the list in the app and the mail. */
export const notificationChannel = z.object({
  id: uuid,
  kind: z.enum(ADDED_CHANNEL_KINDS),
  name: z.string(),
  /** The URL of a webhook; null for others. */
  url: z.string().nullable(),
  created: time,
  lastUsed: time.nullable(),
  /** What the last failed try was answered. */
  problem: z.string().nullable(),
  /** When it was given up. */
  disabled: time.nullable(),
})
export type NotificationChannel = z.infer<typeof notificationChannel>

const minuteOfDay = wholeNumber(0, 1439)
const timeZone = line.max(64)
const preferences = {
  /** Only what is critical is sent meanwhile; null: always everything. Minutes of the day in a time zone. */
  quiet: z
    .strictObject({
      from: minuteOfDay,
      until: minuteOfDay,
      timeZone,
    })
    .nullable(),
  /** When a daily confirmation that all sessions run is sent; null: never. */
  stillRunning: z.strictObject({ at: minuteOfDay, timeZone }).nullable(),
  /** Whether prices, quantities and money are in what leaves the server. */
  sendsAmounts: z.boolean(),
}

const settings = z.object({
  ...preferences,
  /** All kinds of notifications. */
  kinds: z.array(
    z.object({
      kind: z.string(),
      title: z.string(),
      group: z.string(),
      severity: z.enum(['info', 'warning', 'critical']),
      /** Minutes over which it is collected before it is sent. */
      digestMinutes: z.number().int().nullable(),
      /** Whether it is always mailed. */
      isMailed: z.boolean(),
      channels: z.array(channelKind),
    }),
  ),
  channels: z.array(notificationChannel),
  email: z.object({
    address: z.string(),
    /** `off`: this installation sends no mail. */
    state: z.enum(['on', 'unconfirmed', 'off']),
  }),
  /** The name of the bot; null where there is none. */
  telegramBot: z.string().nullable(),
})
export type NotificationSettings = z.infer<typeof settings>

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/api/notification-settings',
  auth: 'user',
  summary: 'Channels and settings of the notifications of the user',
  params: nothing,
  query: nothing,
  body: nothing,
  response: settings,
})

export const changeNotificationSettings = endpoint({
  method: 'PUT',
  path: '/api/notification-settings',
  auth: 'user',
  recentLogin: 'to-weaken',
  weakens: 'Warnings are no longer sent over a channel',
  summary:
    'Choose channels for kinds of notifications, quiet hours and the daily message; what is not named stays as it is',
  params: nothing,
  query: nothing,
  body: z.strictObject({
    quiet: preferences.quiet.optional(),
    stillRunning: preferences.stillRunning.optional(),
    sendsAmounts: preferences.sendsAmounts.optional(),
    kinds: z
      .array(z.strictObject({ kind: line.max(40), channel: channelKind, isOn: z.boolean() }))
      .max(MAX_KINDS)
      .optional(),
  }),
  response: settings,
})

export const getPushKey = endpoint({
  method: 'POST',
  path: '/api/notification-channels/push-key',
  auth: 'user',
  summary: 'The public key with which a browser subscribes to pushes',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.object({ publicKey: z.string() }),
})

export const addNotificationChannel = endpoint({
  method: 'POST',
  path: '/api/notification-channels',
  auth: 'user',
  showsOnce: true,
  summary: 'Add a channel for notifications; for a webhook, the answer has the secret that signs its calls, once',
  params: nothing,
  query: nothing,
  body: z.discriminatedUnion('kind', Object.values(additions) as unknown as [Addition, ...Addition[]]),
  response: z.object({
    /** Null until the link was opened. */
    channel: notificationChannel.nullable(),
    secret: z.string().nullable(),
    /** Opens a chat with the bot. */
    link: z.string().nullable(),
  }),
})

export const enableNotificationChannel = endpoint({
  method: 'POST',
  path: '/api/notification-channels/:id/enable',
  auth: 'user',
  showsOnce: true,
  summary: 'Switch a channel on again that was given up',
  params: byId,
  query: nothing,
  body: nothing,
  response: notificationChannel,
})

export const testNotificationChannel = endpoint({
  method: 'POST',
  path: '/api/notification-channels/:id/test',
  auth: 'user',
  summary: 'Send something now, and say why it did not arrive',
  params: byId,
  query: nothing,
  body: nothing,
  response: z.object({ problem: z.string().nullable() }),
})

export const removeNotificationChannel = endpoint({
  method: 'DELETE',
  path: '/api/notification-channels/:id',
  auth: 'user',
  recentLogin: 'always',
  weakens: 'A channel of notifications was removed',
  summary: 'Remove a channel; needs a recent login',
  params: byId,
  query: nothing,
  body: nothing,
  response: z.object({ ok: z.literal(true) }),
})
