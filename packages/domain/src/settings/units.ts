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

/** For display: grouped thousands, a true minus sign, and no more decimals than the number has. */
export function inWords(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 8 }).replace('-', '−')
}
