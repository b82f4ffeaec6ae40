import { type BinanceLab, type Fault, LabClock, startBinanceLab } from '@tradeloom/venue-lab'
import { onTestFinished } from 'vitest'

export const BTC = 'BTCUSDT:BINANCE'
const STEP_MS = 250
const MINUTES = 10

/** A stand-in of Binance that quotes and trades from now on, in real time, and what a server needs to reach it. */
export async function startQuotingLab(
  faults: readonly Fault[] = [],
): Promise<{ readonly lab: BinanceLab; readonly env: Record<string, string> }> {
  const clock = new LabClock(Date.now())
  const lab = await startBinanceLab({ clock, frames: frames(clock.now()), faults })
  onTestFinished(() => lab.stop())
  clock.run(1)
  const { rest, streams, wsApi } = lab
  return { lab, env: { TRADELOOM_VENUE_URLS: JSON.stringify({ BINANCE: { rest, streams, wsApi } }) } }
}

function frames(from: number): { time: number; stream: string; data: string }[] {
  return Array.from({ length: (MINUTES * 60_000) / STEP_MS }, (_, n) => {
    const time = from + n * STEP_MS
    const [bid, ask] = [`${60_000 + (n % 7)}.00`, `${60_000 + (n % 7)}.01`]
    const quote = { u: n + 1, s: 'BTCUSDT', b: bid, B: '1.0', a: ask, A: '1.0' }
    const trade = { e: 'trade', E: time, s: 'BTCUSDT', t: n + 1, p: bid, q: '0.1', T: time, m: true, M: true }
    return [
      { time, stream: 'btcusdt@bookTicker', data: JSON.stringify(quote) },
      { time, stream: 'btcusdt@trade', data: JSON.stringify(trade) },
    ]
  }).flat()
}
