import type { AlertFiring } from '@tradeloom/alerts'
import type { Notice } from '@tradeloom/database'
import { tidy } from '@tradeloom/domain'
import { describeAlert, describeAlertNumber, describeAlertValue } from '@tradeloom/domain/alerts'
import type { AlertEntry } from './alert-entry.ts'

/** What a user reads when an alert fires. Its level is no secret of an account: it leaves the server with the text. */
export function firedNotice({ id, revision, note, terms }: AlertEntry, symbol: string, firing: AlertFiring): Notice {
  const { sequence, time, value, target, gap } = firing
  const against = typeof terms.against === 'number' ? '' : `, ${describeAlertValue(terms.against)} ${written(target)}`
  const unit = terms.value.kind === 'change' ? '%' : ''
  const seen = `${capital(describeAlertValue(terms.value))} ${written(value)}${unit}${against} at ${utc(time)} UTC.`
  const missing = gap === null ? '' : ` It crossed during a gap from ${utc(gap.from)} to ${utc(gap.to)} UTC.`
  return {
    kind: 'alert',
    subject: titleOf(note, symbol, describeAlert(terms)),
    body: seen + missing,
    object: `alert:${id}`,
    dedupKey: `${id}:${revision}:${sequence}`,
    at: time,
  }
}

/** What a user reads when an alert was paused without them. */
export function pausedNotice(
  { id, revision, note, terms }: AlertEntry,
  symbol: string,
  { sequence, message }: { readonly sequence: number; readonly message: string },
): Notice {
  return {
    kind: 'alert-paused',
    subject: `Paused: ${titleOf(note, symbol, describeAlert(terms))}`,
    body: `${message}.`,
    object: `alert:${id}`,
    dedupKey: `${id}:${revision}:${sequence}`,
  }
}

function written(value: number): string {
  return describeAlertNumber(tidy(value))
}

function titleOf(note: string, symbol: string, text: string): string {
  return note === '' ? `${symbol}: ${text}` : `${note} (${symbol}: ${text})`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function utc(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ')
}
