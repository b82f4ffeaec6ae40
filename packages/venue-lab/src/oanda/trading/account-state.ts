import { absolute, amountText, divided, money, moneyText, times, toAmount } from '../amount.ts'
import type { LabInstrument } from '../instrument.ts'
import type { OandaMarkets } from '../market/oanda-markets.ts'
import type { OandaAccount } from './oanda-account.ts'
import type { LabTrade } from './trade.ts'

const HALF = toAmount('0.5')
/** Stated where nothing is left to compare with. */
const BEYOND = toAmount('999')

/** What follows from the prices of now. */
export interface AccountState {
  readonly unrealized: bigint
  readonly nav: bigint
  readonly marginUsed: bigint
  readonly positionValue: bigint
  /** 1 and above: the venue closes trades. */
  readonly closeoutPercent: bigint
  /** 1 and above: it warns. */
  readonly callPercent: bigint
}

export function stateOf(account: OandaAccount, markets: OandaMarkets): AccountState {
  const trades = account.openTrades()
  const unrealized = sum(trades.map((trade) => unrealizedOf(account, markets, trade)))
  const names = [...new Set(trades.map(({ instrument }) => instrument))]
  const marginUsed = sum(names.map((name) => marginOf(account, markets, name)))
  const positionValue = sum(names.map((name) => valueOf(account, markets, name, exposureOf(account, name))))
  const nav = account.balance + unrealized
  return {
    unrealized,
    nav,
    marginUsed,
    positionValue,
    closeoutPercent: shareOf(times(marginUsed, HALF), nav),
    callPercent: shareOf(marginUsed, nav),
  }
}

function shareOf(amount: bigint, of: bigint): bigint {
  if (amount === 0n) return 0n
  return of <= 0n ? BEYOND : divided(amount, of)
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}

/** What a trade would bring if it were closed now. */
export function unrealizedOf(account: OandaAccount, markets: OandaMarkets, trade: LabTrade): bigint {
  const quote = markets.get(trade.instrument)?.quote
  if (quote === undefined || quote === null) return 0n
  return profitOf(account, markets, trade, { units: trade.units, price: trade.units > 0n ? quote.bid : quote.ask })
}

/** Of units of a trade, signed as it is, that are closed at a price; in the currency of the account. */
export function profitOf(
  account: OandaAccount,
  markets: OandaMarkets,
  trade: LabTrade,
  { units, price }: { readonly units: bigint; readonly price: bigint },
): bigint {
  const inQuote = times(units, price - trade.price)
  const conversion = markets.conversion(quoteCurrencyOf(trade.instrument), account.currency)
  return conversion === null ? 0n : money(times(inQuote, inQuote < 0n ? conversion.loss : conversion.gain))
}

/** Of an instrument, tied up by what is open; `added` units included. */
export function marginOf(account: OandaAccount, markets: OandaMarkets, name: string, added = 0n): bigint {
  const instrument = markets.get(name)?.instrument
  if (instrument === undefined) return 0n
  const value = valueOf(account, markets, name, exposureOf(account, name, added))
  return money(times(value, rateOf(account, instrument)))
}

export function rateOf(account: OandaAccount, { marginRate }: LabInstrument): bigint {
  const own = toAmount(marginRate)
  return account.marginRate !== null && account.marginRate > own ? account.marginRate : own
}

/** Units of an instrument in the currency of the account. */
export function valueOf(account: OandaAccount, markets: OandaMarkets, name: string, units: bigint): bigint {
  const mid = markets.get(name)?.mid ?? 0n
  return money(times(times(units, mid), markets.conversion(quoteCurrencyOf(name), account.currency)?.mid ?? 0n))
}

/** A hedging account pays for its larger side alone. */
function exposureOf(account: OandaAccount, name: string, added = 0n): bigint {
  const units = [...account.openTrades(name).map(({ units }) => units), added]
  if (!account.isHedging) return absolute(sum(units))
  const [long, short] = [sum(units.filter((one) => one > 0n)), -sum(units.filter((one) => one < 0n))]
  return long > short ? long : short
}

export function quoteCurrencyOf(instrument: string): string {
  return instrument.split('_')[1] ?? ''
}

export function stateJson(account: OandaAccount, state: AccountState): object {
  const available = state.nav > state.marginUsed ? state.nav - state.marginUsed : 0n
  return {
    unrealizedPL: moneyText(state.unrealized),
    NAV: moneyText(state.nav),
    marginUsed: moneyText(state.marginUsed),
    marginAvailable: moneyText(available),
    positionValue: moneyText(state.positionValue),
    marginCloseoutUnrealizedPL: moneyText(state.unrealized),
    marginCloseoutNAV: moneyText(state.nav),
    marginCloseoutMarginUsed: moneyText(state.marginUsed),
    marginCloseoutPercent: shareText(state.closeoutPercent),
    marginCloseoutPositionValue: moneyText(state.positionValue),
    withdrawalLimit: moneyText(available < account.balance ? available : account.balance),
    marginCallMarginUsed: moneyText(state.marginUsed),
    marginCallPercent: shareText(state.callPercent),
  }
}

function shareText(share: bigint): string {
  return amountText(share, 5)
}
