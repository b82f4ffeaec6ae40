import type { Alert } from '@tradeloom/contracts'
import type { AlertDirection, AlertFrequency, AlertIndicator, AlertTerms } from '@tradeloom/domain/alerts'
import { ALERT_INTERVALS } from '@tradeloom/domain/alerts'
import { readNumber } from '@tradeloom/domain/orders'
import { decimalSeparator } from '../../ui/decimal-separator.ts'

/** What the form of an alert has, as it is typed. */
export interface AlertDraft {
  readonly instrumentId: string | null
  readonly kind: AlertTerms['value']['kind']
  readonly minutes: string
  readonly key: string | null
  readonly args: string
  readonly output: string
  readonly direction: AlertDirection
  readonly isAgainstIndicator: boolean
  readonly level: string
  readonly otherKey: string | null
  readonly otherArgs: string
  readonly otherOutput: string
  readonly fires: AlertFrequency
  readonly interval: (typeof ALERT_INTERVALS)[number]
  readonly note: string
}

export function draftOf(instrumentId: string | null, alert: Alert | undefined): AlertDraft {
  const value = alert?.terms.value
  const against = alert?.terms.against
  const used = value?.kind === 'indicator' ? value : null
  const other = typeof against === 'object' ? against : null
  return {
    instrumentId: alert?.terms.instrumentId ?? instrumentId,
    kind: value?.kind ?? 'bid',
    minutes: value?.kind === 'change' ? String(value.minutes) : '60',
    key: used?.key ?? null,
    args: used?.args.join(', ') ?? '',
    output: used?.output ?? 'value',
    direction: alert?.terms.direction ?? 'crosses',
    isAgainstIndicator: other !== null,
    level: typeof against === 'number' ? String(against) : '',
    otherKey: other?.key ?? null,
    otherArgs: other?.args.join(', ') ?? '',
    otherOutput: other?.output ?? 'value',
    fires: alert?.terms.fires ?? 'once',
    interval: alert?.terms.interval ?? 'M15',
    note: alert?.note ?? '',
  }
}

/** Whether an alert is about bars: it then has an interval. */
export function hasBars({ kind, isAgainstIndicator, fires }: AlertDraft): boolean {
  return kind === 'indicator' || fires === 'bar-close' || (isAgainstIndicator && kind !== 'change')
}

/** What is sent; the contract says what is wrong with it. */
export function termsOf(draft: AlertDraft): unknown {
  const { instrumentId, kind, minutes, direction, isAgainstIndicator, fires, interval } = draft
  const isChange = kind === 'change'
  return {
    instrumentId: instrumentId ?? '',
    value: isChange ? { kind, minutes: numberOf(minutes) } : kind === 'indicator' ? indicatorOf(draft) : { kind },
    // A change is a rise or a fall.
    direction: isChange && direction === 'crosses' ? 'above' : direction,
    against:
      isAgainstIndicator && !isChange
        ? indicatorOf({ key: draft.otherKey, args: draft.otherArgs, output: draft.otherOutput })
        : numberOf(draft.level),
    fires,
    interval: hasBars(draft) ? interval : null,
  }
}

function indicatorOf({ key, args, output }: Pick<AlertDraft, 'key' | 'args' | 'output'>): AlertIndicator {
  const numbers = args.split(/[,;\s]+/).filter((one) => one !== '')
  return { kind: 'indicator', key: key ?? '', args: numbers.map(Number), output }
}

/** Null for a text that cannot be read as a number, which the contract refuses. */
function numberOf(text: string): number | null {
  const value = readNumber(text, decimalSeparator())
  return Number.isNaN(value) ? null : value
}
