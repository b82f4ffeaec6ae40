import { formatSignedMoney } from '../../../entities/instruments/format-money.ts'
import { formatCount } from '../../../ui/format.ts'

export interface CurrencyProfit {
  readonly currency: string
  readonly profit: number
}

/** `3 positions, +12.30 USD, −4.10 USDT`: what is in different currencies is not added up. */
export function profitsText(count: number, profits: readonly CurrencyProfit[]): string {
  return [
    formatCount(count, 'position'),
    ...profits.map(({ currency, profit }) => formatSignedMoney(profit, currency)),
  ].join(', ')
}
