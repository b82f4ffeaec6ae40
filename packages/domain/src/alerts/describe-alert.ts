import { INTERVALS } from '../interval.ts'
import type { AlertIndicator, AlertTerms, AlertValue } from './alert-terms.ts'

const NUMBERS = { maximumFractionDigits: 10 } as const

/** The condition of an alert as people read it, after the symbol: `bid crosses 1.09`. */
export function describeAlert({ value, direction, against, fires, interval }: AlertTerms): string {
  const target = typeof against === 'number' ? describeAlertNumber(against) : describeAlertValue(against)
  const bars = interval === null ? '' : ` on ${INTERVALS[interval].label}`
  const close = fires === 'bar-close' ? ' at bar close' : ''
  if (value.kind === 'change')
    return `${direction === 'above' ? 'rises' : 'falls'} by ${target}% within ${value.minutes} min${close}${bars}`
  return `${describeAlertValue(value)} ${direction} ${target}${close}${bars}`
}

/** A price or the value of an indicator: `65,021.5`. */
export function describeAlertNumber(value: number): string {
  return value.toLocaleString('en-US', NUMBERS)
}

/** What is compared: `bid`, `RSI(14)`, `MACD(12, 26, 9) signal`. */
export function describeAlertValue(value: AlertValue | AlertIndicator): string {
  if (value.kind === 'change') return `change within ${value.minutes} min`
  if (value.kind !== 'indicator') return value.kind
  const args = value.args.length === 0 ? '' : `(${value.args.join(', ')})`
  return `${value.key}${args}${value.output === 'value' ? '' : ` ${value.output}`}`
}
