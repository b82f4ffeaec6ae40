import { type BarColumns, dayOfWeek, newYorkOffset, nextRollover, type TickColumns } from '@tradeloom/domain'

/** The result on which the loop and the engine must agree before their times are compared. */
export interface CrossResult {
  readonly closedPositions: number
  readonly equity: number
}

export interface CrossSettings {
  readonly fast: number
  readonly slow: number
  /** Distances from the open price, in price. */
  readonly stopLoss: number
  readonly takeProfit: number
  readonly quantity: number
  readonly balance: number
  /** Price distance against the trader, on all fills except targets. */
  readonly slippage: number
  /** Money per fill. */
  readonly commission: number
  /** Money per night for the whole position, credits positive; one weekday (0 is Sunday) counts three times. */
  readonly swapLong: number
  readonly swapShort: number
  readonly tripleWeekday: number
  /** Length of a bar; a minute by default. */
  readonly barMs?: number
}

const CHUNK = 2048

/**
 * The fastest way we know to run this one strategy: an SMA cross on minute bars that is always in the market, with stop
 * loss, take profit, slippage, commission and swap, marked to market with its drawdown on every tick. Everything is
 * hand-written, in chunks so that V8 compiles the inner function instead of one endless loop.
 */
export function handLoop(columns: BarColumns, settings: CrossSettings): CrossResult {
  const { time, bidOpen, bidHigh, bidLow, bidClose, askOpen, askHigh, askLow, askClose } = columns
  const { tick, barClosed, rollOver, result } = cross(settings)
  const { barMs = MINUTE } = settings
  let rollover = nextRollover((time[0] ?? 0) - 1)
  let barEnd = Infinity

  function step(from: number, to: number): void {
    for (let i = from; i < to; i++) {
      if (time[i]! >= barEnd) barClosed(bidClose[i - 1]!)
      if (i === 0 || time[i]! >= barEnd) barEnd = (Math.floor(time[i]! / barMs) + 1) * barMs
      while (time[i]! >= rollover) {
        rollOver(rollover)
        rollover = nextRollover(rollover)
      }
      const lowFirst = bidOpen[i]! - bidLow[i]! < bidHigh[i]! - bidOpen[i]!
      tick(bidOpen[i]!, askOpen[i]!, true)
      if (lowFirst) {
        tick(bidLow[i]!, askLow[i]!, false)
        tick(bidHigh[i]!, askHigh[i]!, false)
      } else {
        tick(bidHigh[i]!, askHigh[i]!, false)
        tick(bidLow[i]!, askLow[i]!, false)
      }
      tick(bidClose[i]!, askClose[i]!, false)
    }
  }

  const rows = columns.time.length
  for (let from = 0; from < rows; from += CHUNK) step(from, Math.min(from + CHUNK, rows))
  return result()
}

/** The same on real ticks, each of which may jump over a price. */
export function handTickLoop(columns: TickColumns, settings: CrossSettings): CrossResult {
  const { time, bid, ask } = columns
  const { tick, barClosed, rollOver, result } = cross(settings)
  const rows = time.length
  let rollover = nextRollover((time[0] ?? 0) - 1)
  let minuteEnd = (Math.floor(time[0]! / MINUTE) + 1) * MINUTE

  function step(from: number, to: number): void {
    for (let i = from; i < to; i++) {
      if (time[i]! >= minuteEnd) {
        barClosed(bid[i - 1]!)
        minuteEnd = (Math.floor(time[i]! / MINUTE) + 1) * MINUTE
      }
      while (time[i]! >= rollover) {
        rollOver(rollover)
        rollover = nextRollover(rollover)
      }
      tick(bid[i]!, ask[i]!, true)
    }
  }

  for (let from = 0; from < rows; from += CHUNK) step(from, Math.min(from + CHUNK, rows))
  return result()
}

const MINUTE = 60_000

function cross(settings: CrossSettings) {
  const { fast, slow, stopLoss, takeProfit, quantity, slippage, commission, swapLong, swapShort, tripleWeekday } =
    settings
  const ring = new Float64Array(slow)
  let bars = 0
  let fastSum = 0
  let slowSum = 0
  let fastBefore = Number.NaN
  let slowBefore = Number.NaN
  /** 1 long, -1 short, 0 flat; `wanted` is the direction requested by the rules. */
  let side = 0
  let wanted = 0
  let openPrice = 0
  let stop = 0
  let target = 0
  let closed = 0
  let balance = settings.balance
  let equity = balance
  let peak = balance
  let drawdown = 0

  function close(price: number): void {
    balance += side * (price - openPrice) * quantity - commission
    side = 0
    closed++
  }

  function open(direction: number, bid: number, ask: number): void {
    side = direction
    openPrice = direction === 1 ? ask + slippage : bid - slippage
    balance -= commission
    stop = Math.round((openPrice - direction * stopLoss) * 1e5) / 1e5
    target = Math.round((openPrice + direction * takeProfit) * 1e5) / 1e5
  }

  function tick(bid: number, ask: number, gap: boolean): void {
    if (side === 1) {
      if (bid <= stop) close((gap ? bid : stop) - slippage)
      else if (bid > target) close(gap ? bid : target)
    } else if (side === -1) {
      if (ask >= stop) close((gap ? ask : stop) + slippage)
      else if (ask < target) close(gap ? ask : target)
    }
    if (wanted !== 0) {
      if (side !== 0) close(side === 1 ? bid - slippage : ask + slippage)
      open(wanted, bid, ask)
      wanted = 0
    }
    equity = side === 0 ? balance : balance + side * ((side === 1 ? bid : ask) - openPrice) * quantity
    if (equity > peak) peak = equity
    else if ((peak - equity) / peak > drawdown) drawdown = (peak - equity) / peak
  }

  function rollOver(time: number): void {
    const weekday = dayOfWeek(time + newYorkOffset(time))
    if (side === 0 || weekday === 0 || weekday === 6) return
    balance += (side === 1 ? swapLong : swapShort) * (weekday === tripleWeekday ? 3 : 1)
  }

  /** Sums of whole points are exact, so equal averages compare as equal. */
  function barClosed(close: number): void {
    const price = Math.round(close * 1e5)
    slowSum += price - (bars >= slow ? ring[bars % slow]! : 0)
    fastSum += price - (bars >= fast ? ring[(bars - fast) % slow]! : 0)
    ring[bars % slow] = price
    bars++
    if (bars < slow) return
    const fastNow = fastSum / fast
    const slowNow = slowSum / slow
    if (fastBefore < slowBefore && fastNow > slowNow) wanted = 1
    else if (fastBefore > slowBefore && fastNow < slowNow) wanted = -1
    fastBefore = fastNow
    slowBefore = slowNow
  }

  return { tick, barClosed, rollOver, result: (): CrossResult => ({ closedPositions: closed, equity }) }
}
