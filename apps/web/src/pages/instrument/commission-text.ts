import type { MarketInstrument } from '@tradeloom/contracts'
import { formatNumber, formatPlain } from '../../ui/format.ts'

/** What a venue charges on a fill beyond the spread, in words. */
export function commissionText({ commission }: Pick<MarketInstrument, 'commission'>): string {
  const { perLot, percent, minimum, makerPercent, takerPercent } = commission
  const parts = [
    ...(makerPercent === 0 && takerPercent === 0
      ? []
      : [`${formatPlain(makerPercent)} % maker, ${formatPlain(takerPercent)} % taker`]),
    ...(percent === 0 ? [] : [`${formatPlain(percent)} % of the value`]),
    ...(perLot === 0 ? [] : [`${formatNumber(perLot)} per lot of 100,000, in the account currency`]),
    ...(minimum === 0 ? [] : [`at least ${formatNumber(minimum)}`]),
  ]
  return parts.length === 0 ? 'None beyond the spread' : parts.join(', ')
}
