/** Price and quantity as the venue writes them. */
type Level = readonly [string, string]

export interface LabBook {
  readonly lastUpdateId: number
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

const DEPTH = 60
const SPOT = { middle: 6_000_000, places: 2 }

/**
 * The book at a time, a function of it alone, so that stand-ins which start at different times agree. Every step moves the
 * market by some ticks and changes some quantities.
 */
export function labBook(time: number, stepMs: number, { middle: base, places } = SPOT): LabBook {
  const step = Math.floor(time / stepMs)
  const middle = base + Math.round(3_000 * Math.sin(step / 50) + 40 * Math.sin(step * 1.7))
  const side = (sign: 1 | -1): Level[] =>
    Array.from({ length: DEPTH }, (_, rank) => {
      const ticks = middle + sign * (1 + rank)
      return [decimal(ticks, places), decimal(1_000 + ((ticks * 7_919 + Math.floor(step / 5) * 31) % 90_000), 5)]
    })
  return { lastUpdateId: step * 10, bids: side(-1), asks: side(1) }
}

/** The messages of a market in which each step changes the book and the quote, and trades once at the bid. */
export function labFrames(
  first: number,
  end: number,
  stepMs: number,
): { time: number; stream: string; data: string }[] {
  const frames: { time: number; stream: string; data: string }[] = []
  let before = labBook(first - stepMs, stepMs)
  for (let time = first; time <= end; time += stepMs) {
    const now = labBook(time, stepMs)
    const [bid, ask] = [now.bids[0] as Level, now.asks[0] as Level]
    const u = now.lastUpdateId
    const messages = {
      'depth@100ms': {
        e: 'depthUpdate',
        E: time,
        s: 'BTCUSDT',
        U: before.lastUpdateId + 1,
        u,
        b: changes(before.bids, now.bids),
        a: changes(before.asks, now.asks),
      },
      bookTicker: { u, s: 'BTCUSDT', b: bid[0], B: bid[1], a: ask[0], A: ask[1] },
      trade: { e: 'trade', E: time, s: 'BTCUSDT', t: u, p: bid[0], q: '0.00100000', T: time, m: true, M: true },
    }
    for (const [kind, data] of Object.entries(messages))
      frames.push({ time, stream: `btcusdt@${kind}`, data: JSON.stringify(data) })
    before = now
  }
  return frames
}

export function changes(before: readonly Level[], now: readonly Level[]): Level[] {
  const known = new Map(before)
  const changed = now.filter(([price, quantity]) => known.get(price) !== quantity)
  for (const [price] of now) known.delete(price)
  return [...changed, ...[...known.keys()].map((price): Level => [price, '0.00000000'])]
}

function decimal(units: number, places: number): string {
  return (units / 10 ** places).toFixed(8)
}
