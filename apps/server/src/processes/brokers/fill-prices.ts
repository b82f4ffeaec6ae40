import type { IntentRow } from '@tradeloom/database'
import type { VenueFill } from '@tradeloom/venues'
import type { PriceLog } from './price-log.ts'

/** The prices that an execution is compared with; null where the log does not have them. */
export interface FillPrices {
  /** The mid price that was the newest one when its order was decided. */
  readonly decisionMid: number | null
  /** The newest quote by the time of the execution. */
  readonly quote: { readonly bid: number; readonly ask: number } | null
}

/** An older quote says nothing about an execution. */
const MAX_AGE_MS = 60_000

export async function readFillPrices(
  prices: Pick<PriceLog, 'read' | 'sequenceAt'>,
  { instrumentId, time }: VenueFill,
  intent: Pick<IntentRow, 'rowNo'> | null,
): Promise<FillPrices> {
  const at = await prices.sequenceAt(instrumentId, time + 1)
  const quote = await rowAt(prices, instrumentId, at - 1)
  const decided = intent?.rowNo == null ? null : await rowAt(prices, instrumentId, intent.rowNo)
  return {
    decisionMid: decided && (decided.bid + decided.ask) / 2,
    quote: quote && quote.time <= time && time - quote.time <= MAX_AGE_MS ? { bid: quote.bid, ask: quote.ask } : null,
  }
}

/** The middle of the newest quote by a time; null where the log has none of about then. */
export async function midAt(
  prices: Pick<PriceLog, 'read' | 'sequenceAt'>,
  instrumentId: string,
  time: number,
): Promise<number | null> {
  const row = await rowAt(prices, instrumentId, (await prices.sequenceAt(instrumentId, time + 1)) - 1)
  return row && row.time <= time && time - row.time <= MAX_AGE_MS ? (row.bid + row.ask) / 2 : null
}

async function rowAt(prices: Pick<PriceLog, 'read'>, instrumentId: string, sequence: number) {
  if (sequence < 0) return null
  const [row] = await prices.read(instrumentId, sequence, 1)
  return row?.sequence === sequence ? row : null
}
