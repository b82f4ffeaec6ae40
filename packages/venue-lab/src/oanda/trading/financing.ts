import { divided, money, moneyText, times, toAmount } from '../amount.ts'
import { DAYS_CHARGED, type LabInstrument } from '../instrument.ts'
import { newYorkTime } from '../venue-time.ts'
import { valueOf } from './account-state.ts'
import type { OandaAccount } from './oanda-account.ts'
import type { OandaEngine } from './oanda-engine.ts'
import type { LabTrade } from './trade.ts'

const YEAR = toAmount('365')

/** Books what holding trades over the end of a day costs or brings. */
export function chargeDays(engine: OandaEngine, accounts: readonly OandaAccount[]): void {
  const { weekday } = newYorkTime(engine.clock.now())
  const days = DAYS_CHARGED[(weekday + 6) % 7] ?? 0
  if (days > 0) for (const account of accounts) chargeAccount(engine, account, BigInt(days))
}

/** Of one account, for some days. */
export function chargeAccount(engine: OandaEngine, account: OandaAccount, days: bigint): void {
  const { markets } = engine
  const charges = account.openTrades().flatMap((trade) => {
    const instrument = markets.get(trade.instrument)?.instrument
    return instrument === undefined ? [] : [{ trade, amount: chargeOf(engine, account, { trade, instrument, days }) }]
  })
  if (charges.length === 0) return
  for (const { trade, amount } of charges) {
    trade.financing += amount
    account.totalsOf(trade.instrument).financing += amount
    account.totals.financing += amount
    account.balance += amount
  }
  account.beginBatch()
  account.book('DAILY_FINANCING', {
    financing: moneyText(sumOf(charges)),
    accountBalance: moneyText(account.balance),
    accountFinancingMode: 'DAILY',
    positionFinancings: [...Map.groupBy(charges, ({ trade }) => trade.instrument)].map(([instrument, own]) => ({
      instrument,
      financing: moneyText(sumOf(own)),
      openTradeFinancings: own.map(({ trade, amount }) => ({ tradeID: trade.id, financing: moneyText(amount) })),
    })),
  })
}

function chargeOf(
  { markets }: OandaEngine,
  account: OandaAccount,
  { trade, instrument, days }: { trade: LabTrade; instrument: LabInstrument; days: bigint },
): bigint {
  const value = valueOf(account, markets, trade.instrument, trade.units > 0n ? trade.units : -trade.units)
  const { longRate, shortRate } = instrument.financing
  const rate = toAmount(trade.units > 0n ? longRate : shortRate)
  return money(divided(times(value, rate) * days, YEAR))
}

function sumOf(charges: readonly { readonly amount: bigint }[]): bigint {
  return charges.reduce((sum, { amount }) => sum + amount, 0n)
}
