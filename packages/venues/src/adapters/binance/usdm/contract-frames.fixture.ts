import { changes, type LabBook, labBook } from '../lab-market.fixture.ts'

/** Ticks of 0.1 around 60,000. */
const TICKS = { middle: 600_000, places: 1 }
/** Each so many steps the venue takes a position over, at a price of its own. */
const TAKEN_OVER = 10

export const contractBook = (time: number, stepMs: number): LabBook => labBook(time, stepMs, TICKS)

/**
 * The messages of a contract in which each step changes the book and the quote, and trades once at the bid. Numbers of updates
 * have holes, as other contracts use some.
 */
export function contractFrames(
  first: number,
  end: number,
  stepMs: number,
): { time: number; stream: string; data: string }[] {
  const frames: { time: number; stream: string; data: string }[] = []
  let before = contractBook(first - stepMs, stepMs)
  for (let time = first; time <= end; time += stepMs) {
    const now = contractBook(time, stepMs)
    const [bid = ['', ''], ask = ['', '']] = [now.bids[0], now.asks[0]]
    const [u, pu] = [now.lastUpdateId, before.lastUpdateId]
    const stamps = { T: time, E: time }
    const [b, a] = [changes(before.bids, now.bids), changes(before.asks, now.asks)]
    const trade = { e: 'trade', ...stamps, s: 'BTCUSDT', t: u, p: bid[0], q: '0.001', X: 'MARKET', m: true }
    const messages: [string, object][] = [
      ['depth@100ms', { e: 'depthUpdate', ...stamps, s: 'BTCUSDT', st: 1, U: pu + 4, u, pu, b, a }],
      [
        'bookTicker',
        { e: 'bookTicker', u, s: 'BTCUSDT', b: bid[0], B: bid[1], a: ask[0], A: ask[1], ...stamps, st: 1 },
      ],
      ['trade', trade],
    ]
    if ((time / stepMs) % TAKEN_OVER < 1)
      messages.push(['trade', { ...trade, t: u + 1, p: '1.0', q: '5', X: 'INSURANCE_FUND' }])
    for (const [kind, data] of messages) frames.push({ time, stream: `btcusdt@${kind}`, data: JSON.stringify(data) })
    before = now
  }
  return frames
}
