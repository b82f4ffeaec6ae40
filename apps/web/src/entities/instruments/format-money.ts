import { moneyDecimals } from '@tradeloom/domain'
import { formatNumber, formatSigned } from '../../ui/format.ts'

type Amount = number | null | undefined

/** With its currency, and as many decimals as that has: `1,574.12 USD`, `157,412 JPY`. */
export function formatMoney(amount: Amount, currency: string): string {
  return `${formatNumber(amount, moneyDecimals(currency))} ${currency}`
}

/** With its sign, for profits. */
export function formatSignedMoney(amount: Amount, currency: string): string {
  return `${formatSigned(amount, moneyDecimals(currency))} ${currency}`
}
