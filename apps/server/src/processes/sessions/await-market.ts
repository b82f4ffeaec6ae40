import { setTimeout as sleep } from 'node:timers/promises'
import type { TickReader } from '@tradeloom/market-data/ticks'
import type { LiveMinutes } from '../../trading-core/prices/warm-up-bars.ts'

/** What is missing is there within this time, or not at all, as while a market is closed. */
const HISTORY_MS = 20_000
const PRICES_MS = 30_000
const LOOK_MS = 200
const MINUTE_MS = 60_000
const RECENT_MS = 3 * MINUTE_MS

/** Minutes between the stored series and now are fetched once prices are wanted: waits until they are there. */
export async function liveMinutes(live: LiveMinutes, instrumentId: string, start: number): Promise<void> {
  const minute = Math.floor(start / MINUTE_MS) * MINUTE_MS
  await waitFor(HISTORY_MS, async () => {
    const { time } = await live.read(instrumentId, minute - RECENT_MS, minute)
    return time.length > 0
  })
}

/**
 * Prices may be logged only since they are wanted. Returns the time from which on they are, at the earliest `start`; after a
 * while without any, `start`.
 */
export async function logGoesOn(
  ticks: Pick<TickReader, 'read' | 'sequenceAt'>,
  instrumentId: string,
  start: number,
): Promise<number> {
  const minute = Math.floor(start / MINUTE_MS) * MINUTE_MS
  let first = start
  await waitFor(HISTORY_MS, async () => {
    const [row] = await ticks.read(instrumentId, await ticks.sequenceAt(instrumentId, minute), 1)
    if (row) first = Math.max(start, row.time)
    return row !== undefined
  })
  return first
}

/** Nobody may have wanted the prices of these markets before. */
export async function firstPrices(
  ticks: Pick<TickReader, 'last'>,
  markets: readonly { readonly id: string }[],
): Promise<void> {
  for (const { id } of markets) await waitFor(PRICES_MS, async () => (await ticks.last(id)) !== null)
}

async function waitFor(ms: number, isThere: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + ms
  while (performance.now() < until) {
    if (await isThere()) return
    await sleep(LOOK_MS)
  }
}
