import type { NumberField } from './setting.ts'

type Scale = Pick<NumberField, 'factor'>

/** The stored value in the displayed unit, without binary rounding noise. */
export function toShown({ factor = 1 }: Scale, stored: number): number {
  return factor === 1 ? stored : Number((stored * factor).toPrecision(12))
}

/** The inverse. */
export function toStored({ factor = 1 }: Scale, shown: number): number {
  return factor === 1 ? shown : Number((shown / factor).toPrecision(12))
}

/** At most eight decimals and no exponent: nothing to round. */
const PLAIN = /^(-?)(\d{1,15})(\.\d{1,8})?$/
const BETWEEN_THOUSANDS = /\B(?=(?:\d{3})+$)/g

/** For display: grouped thousands, a true minus sign, and no more decimals than the number has. */
export function inWords(value: number): string {
  // The first call of the other way takes 10 ms, and every start of a program has bounds of settings to name.
  const plain = Object.is(value, -0) ? null : PLAIN.exec(String(value))
  if (plain === null) return value.toLocaleString('en-US', { maximumFractionDigits: 8 }).replace('-', '−')
  const [, sign, whole = '', decimals = ''] = plain
  return `${sign === '-' ? '−' : ''}${whole.replace(BETWEEN_THOUSANDS, ',')}${decimals}`
}
