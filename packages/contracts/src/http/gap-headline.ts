import { DAY, MIN_GAP } from '@tradeloom/domain'
import type { MarketDataQuality } from './data-quality.ts'

type GradedPeriod = Pick<MarketDataQuality, 'from' | 'to' | 'days'>

interface GradedRun extends GradedPeriod {
  readonly markets?: readonly (GradedPeriod & { readonly instrumentId: string })[] | undefined
}

/** A month and more without a price: the first and the last open day of it, and its length with the weekends around. */
interface DataGap {
  readonly first: number
  readonly last: number
  readonly length: number
}

const MONTH = (365.25 / 12) * DAY
const NAMED = 3

/** Returns one sentence about the months in which a run had no prices; null if there were none. */
export function gapHeadline(quality: GradedRun | null): string | null {
  if (quality === null) return null
  const gaps = dataGaps(quality)
  const parts =
    gaps.length === 0
      ? []
      : [
          `no prices from ${gapsText(gaps)}; data for ${months(msWithData(quality))} of ${months(lengthOf(quality))} months`,
        ]
  for (const market of quality.markets ?? []) {
    const others = dataGaps(market)
    if (others.length > 0) parts.push(`no prices of ${market.instrumentId} from ${gapsText(others)}`)
  }
  const text = parts.join('; ')
  return text === '' ? null : text.charAt(0).toUpperCase() + text.slice(1)
}

/** Length of the period of a run without the months that have no prices. */
export function msWithData(period: GradedPeriod): number {
  const missing = dataGaps(period).reduce((sum, { length }) => sum + length, 0)
  return Math.max(0, lengthOf(period) - missing)
}

function dataGaps({ from, to, days }: GradedPeriod): DataGap[] {
  const gaps: DataGap[] = []
  let missing: number[] = []
  let end = from
  const close = (next: number): void => {
    const [first, last] = [missing[0], missing.at(-1)]
    if (first !== undefined && last !== undefined && next - end >= MIN_GAP)
      gaps.push({ first, last, length: next - end })
    missing = []
  }
  for (const [day, expected, , absent] of days) {
    if (expected === 0) continue
    if (absent === expected) missing.push(day)
    else {
      close(day)
      end = day + DAY
    }
  }
  close(to)
  return gaps
}

const lengthOf = ({ from, to }: Pick<GradedPeriod, 'from' | 'to'>): number => to - from
const months = (ms: number): string => (ms / MONTH).toFixed(1)
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

function gapsText(gaps: readonly DataGap[]): string {
  const names = gaps.slice(0, NAMED).map(({ first, last }) => `${dayOf(first)} to ${dayOf(last)}`)
  const more = gaps.length - names.length
  return `${names.join(', ')}${more > 0 ? ` and in ${more} more periods` : ''}`
}
