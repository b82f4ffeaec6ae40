import { z } from 'zod'
import { READ } from './api-terms.ts'
import { instrumentId, nothing } from './common.ts'
import { endpoint } from './endpoint.ts'
import { line } from './text.ts'

/** `forex` or `always` for every instrument with these weekly hours, or one instrument's `SYMBOL:BROKER`. */
export const calendarKey = line.refine(
  (name) => name === 'forex' || name === 'always' || instrumentId.safeParse(name).success,
  {
    message: 'Calendar must be forex, always or SYMBOL:BROKER like EURUSD:OANDA',
  },
)

/** A market's known closures in addition to its weekly hours: holidays, early closes, late opens. */
export const marketCalendar = z.object({
  name: z.string(),
  /** Files it was imported from. */
  sources: z.array(z.string()),
  /** Spans `from <= time < to` in UTC milliseconds, ascending, none touching the next. */
  closures: z.array(z.tuple([z.number(), z.number()])),
  /** The user's own, which replaces the shared one of the same name; only this user sees it. */
  isPrivate: z.boolean(),
})
export type MarketCalendar = z.infer<typeof marketCalendar>

export const listCalendars = endpoint({
  method: 'GET',
  path: '/public-api/market-data/calendars',
  auth: 'public',
  summary: 'Known holidays and shortened days, by calendar',
  api: READ,
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.array(marketCalendar),
})

/**
 * Multipart: fields `format` (lean, csv, json) and, optional, `market` (lean only), `name`, `timezone` (not lean) and
 * `add` (`true` keeps known days), then one `file` part. The server checks them as they stream.
 */
export const importCalendar = endpoint({
  method: 'POST',
  path: '/api/market-data/calendars',
  auth: 'user',
  summary: 'Upload a holiday file: shared when an administrator does it, otherwise private',
  params: nothing,
  query: nothing,
  body: z.unknown(),
  response: z.object({
    calendar: marketCalendar,
    /** Time zone of the days in the file. */
    timezone: z.string(),
    days: z.number().int(),
    /** Bank holidays on which the market trades: they make no closures. */
    bankHolidays: z.number().int(),
  }),
})

export const removeCalendar = endpoint({
  method: 'DELETE',
  path: '/api/market-data/calendars/:name',
  auth: 'user',
  summary: 'Delete a private calendar; an administrator also a shared one',
  params: z.strictObject({ name: calendarKey }),
  query: nothing,
  body: nothing,
  response: z.object({ ok: z.literal(true) }),
})
