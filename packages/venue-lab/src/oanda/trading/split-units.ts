import { absolute, signOf, smaller } from '../amount.ts'
import type { OandaAccount } from './oanda-account.ts'
import { isOpenTrade, type LabTrade } from './trade.ts'

/** What a fill does to the trades of an account. */
export interface Split {
  /** Units are positive. */
  readonly closes: readonly { readonly trade: LabTrade; readonly units: bigint }[]
  /** Signed. */
  readonly opens: bigint
}

/** Divides signed units between opposite trades, the oldest first, and a new one. Text: why it cannot be. */
export function splitUnits(
  account: OandaAccount,
  instrument: string,
  { units, positionFill }: { readonly units: bigint; readonly positionFill: string },
): Split | string {
  const how = positionFill !== 'DEFAULT' ? positionFill : account.isHedging ? 'OPEN_ONLY' : 'REDUCE_FIRST'
  const opposite = account.openTrades(instrument).filter((trade) => signOf(trade.units) !== signOf(units))
  if (how === 'OPEN_ONLY')
    return opposite.length > 0 && !account.isHedging ? 'FIFO_VIOLATION' : { closes: [], opens: units }
  const { closes, left } = takeFrom(opposite, absolute(units))
  if (how === 'REDUCE_ONLY') return closes.length === 0 ? 'POSITION_CLOSEOUT_FAILED' : { closes, opens: 0n }
  return { closes, opens: left * signOf(units) }
}

/** From trades one after the other. */
export function takeFrom(
  trades: readonly LabTrade[],
  units: bigint,
): { readonly closes: Split['closes']; readonly left: bigint } {
  let left = units
  const closes: { trade: LabTrade; units: bigint }[] = []
  for (const trade of trades.filter(isOpenTrade)) {
    const taken = smaller(left, absolute(trade.units))
    if (taken === 0n) break
    closes.push({ trade, units: taken })
    left -= taken
  }
  return { closes, left }
}
