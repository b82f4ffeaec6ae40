import {
  ALERT_DIRECTIONS,
  ALERT_FREQUENCIES,
  ALERT_INTERVALS,
  ALERT_QUOTES,
  alertProblem,
  MAX_CHANGE_MINUTES,
} from '@tradeloom/domain/alerts'
import { z } from 'zod'
import { READ, WRITE } from './api-terms.ts'
import { byId, instrumentId, nothing, uuid } from './common.ts'
import { endpoint } from './endpoint.ts'
import { label, line } from './text.ts'
import { wholeNumber } from './whole-number.ts'

/** Alerts that a user may have, with those that are paused or done. */
export const MAX_ALERTS = 200
/** Firings that are listed of one alert. */
const MAX_FIRED = 50
const MAX_NUMBER = 1e12
const MAX_ARGUMENTS = 20

const finite = { error: 'Please enter a number' } as const
const level = z.number(finite).min(-MAX_NUMBER, finite).max(MAX_NUMBER, finite)
const indicator = z.strictObject({
  kind: z.literal('indicator'),
  key: line.min(1, 'Please choose an indicator').max(40),
  args: z.array(level).max(MAX_ARGUMENTS),
  output: line.max(60).default('value'),
})

const alertFields = z.strictObject({
  instrumentId,
  /** What is watched: a price of the newest row, the spread, a change in percent, or an indicator. */
  value: z.union([
    z.strictObject({ kind: z.enum(ALERT_QUOTES) }),
    z.strictObject({ kind: z.literal('change'), minutes: wholeNumber(1, MAX_CHANGE_MINUTES) }),
    indicator,
  ]),
  direction: z.enum(ALERT_DIRECTIONS),
  against: z.union([level, indicator], { error: 'Please enter a number' }),
  fires: z.enum(ALERT_FREQUENCIES).default('once'),
  interval: z.enum(ALERT_INTERVALS).nullable().default(null),
})
const note = label.max(100, 'A note has at most 100 characters')

/** What an alert watches, and when it fires. */
export const alertTerms = alertFields.superRefine((terms, context) => {
  const problem = alertProblem(terms)
  if (problem) context.addIssue({ code: 'custom', path: [problem.field], message: problem.message })
})

export const alert = z.object({
  id: uuid,
  symbol: z.string(),
  terms: alertFields,
  /** Its condition in words. */
  text: z.string(),
  note: z.string(),
  /** `DONE`: it has fired, and fires once. */
  status: z.enum(['ACTIVE', 'PAUSED', 'DONE']),
  /** Why it was paused, if not by its user. */
  problem: z.string().nullable(),
  fireCount: z.number().int(),
  /** UTC milliseconds. */
  firedAt: z.number().nullable(),
  created: z.number(),
})
export type Alert = z.infer<typeof alert>

export const listAlerts = endpoint({
  method: 'GET',
  path: '/api/alerts',
  auth: 'user',
  summary: 'Alerts of the user, newest first',
  api: READ,
  params: nothing,
  query: nothing,
  body: nothing,
  response: z.array(alert),
})

export const createAlert = endpoint({
  method: 'POST',
  path: '/api/alerts',
  auth: 'user',
  summary: 'Create an alert; it is watched from the newest price on, with no page open',
  api: WRITE,
  params: nothing,
  query: nothing,
  body: z.strictObject({ terms: alertTerms, note: note.default('') }),
  response: alert,
})

export const changeAlert = endpoint({
  method: 'PUT',
  path: '/api/alert/:id',
  auth: 'user',
  summary:
    'Change, pause or resume an alert; what is not named stays as it is. With new terms, or resumed, it starts over with the newest price',
  api: WRITE,
  params: byId,
  query: nothing,
  body: z.strictObject({ terms: alertTerms.optional(), note: note.optional(), isPaused: z.boolean().optional() }),
  response: alert,
})

export const deleteAlert = endpoint({
  method: 'DELETE',
  path: '/api/alert/:id',
  auth: 'user',
  summary: 'Delete an alert; its notifications stay',
  api: WRITE,
  params: byId,
  query: nothing,
  body: nothing,
  response: z.object({ ok: z.literal(true) }),
})

export const listAlertFirings = endpoint({
  method: 'GET',
  path: '/api/alert/:id/firings',
  auth: 'user',
  summary: `When an alert has fired: the last ${MAX_FIRED} times, newest first, as long as their notifications are stored`,
  api: READ,
  params: byId,
  query: nothing,
  body: nothing,
  response: z.array(
    z.object({
      id: uuid,
      /** UTC milliseconds. */
      at: z.number(),
      text: z.string(),
    }),
  ),
})
