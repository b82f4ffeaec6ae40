import { z } from 'zod'
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

/** What is known of a market's closed hours besides its weekly ones: holidays, early closes, late opens. */
export const marketCalendar = z.object({
  name: z.string(),
  /** Files it was imported from. */
  sources: z.array(z.string()),
  /** Spans `from <= time < to` in UTC milliseconds, ascending, none touching the next. */
  closures: z.array(z.tuple([z.number(), z.number()])),
  /** The user's own, which takes the place of the shared one of its name; only this user sees it. */
  isPrivate: z.boolean(),
})
export type MarketCalendar = z.infer<typeof marketCalendar>

export const listCalendars = endpoint({
  method: 'GET',
  path: '/public-api/market-data/calendars',
  auth: 'public',
  summary: 'Holidays and shortened days that are known, by calendar',
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.array(marketCalendar),
})

/**
 * Multipart: fields `format` (lean, csv, json) and, optional, `market` (lean only), `name`, `timezone` (not lean) and
 * `add` (`true` keeps what is known), then one `file` part. The server checks them as they stream.
 */
export const importCalendar = endpoint({
  method: 'POST',
  path: '/api/market-data/calendars',
  auth: 'user',
  summary: 'Upload a file of holidays and keep its days: an administrator for everybody, others for themselves',
  params: nothing,
  query: nothing,
  body: z.unknown(),
  response: z.object({
    calendar: marketCalendar,
    /** In which the file tells its days. */
    timezone: z.string(),
    days: z.number().int(),
    /** Days on which banks are closed and trading goes on: no closures come of them. */
    bankHolidays: z.number().int(),
  }),
})

export const removeCalendar = endpoint({
  method: 'DELETE',
  path: '/api/market-data/calendars/:name',
  auth: 'user',
  summary: 'Forget the days of an own calendar; an administrator those of a shared one',
  params: z.strictObject({ name: calendarKey }),
  query: nothing,
  body: nothing,
  response: z.object({ ok: z.literal(true) }),
})
