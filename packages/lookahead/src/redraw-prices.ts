import { type BarColumns, createRandom, type MarketColumns, type TickColumns } from '@tradeloom/domain'

/** Another market at the same times: each row keeps its size, and its direction is drawn again. */
export function redrawPrices(columns: MarketColumns, seed: number): MarketColumns {
  const random = createRandom(seed)
  const sign = () => (random() < 0.5 ? -1 : 1)
  return columns.kind === 'bar' ? walkBars(columns, sign) : walkTicks(columns, sign)
}

function walkBars(columns: BarColumns, sign: () => number): BarColumns {
  const { length } = columns.time
  const make = () => new Float64Array(length)
  const walked = { ...columns, bidOpen: make(), bidHigh: make(), bidLow: make(), bidClose: make() }
  const asks = { askOpen: make(), askHigh: make(), askLow: make(), askClose: make() }
  let before = columns.bidOpen[0] ?? 0
  let close = before
  const { bidOpen, bidHigh, bidLow, bidClose, askClose } = columns
  for (let row = 0; row < length; row++) {
    const side = sign()
    const opened = bidOpen[row] as number
    const closed = bidClose[row] as number
    // Keeps prices well above zero.
    const open = Math.max(close + side * (opened - before), opened * 0.2)
    const one = open + side * ((bidHigh[row] as number) - opened)
    const other = open + side * ((bidLow[row] as number) - opened)
    const spread = Math.max(0, (askClose[row] as number) - closed)
    close = open + side * (closed - opened)
    before = closed
    walked.bidOpen[row] = open
    walked.bidHigh[row] = Math.max(one, other)
    walked.bidLow[row] = Math.min(one, other)
    walked.bidClose[row] = close
    asks.askOpen[row] = open + spread
    asks.askHigh[row] = (walked.bidHigh[row] as number) + spread
    asks.askLow[row] = (walked.bidLow[row] as number) + spread
    asks.askClose[row] = close + spread
  }
  return { ...walked, ...asks }
}

function walkTicks(columns: TickColumns, sign: () => number): TickColumns {
  const { length } = columns.time
  const bid = new Float64Array(length)
  const ask = new Float64Array(length)
  for (let row = 0; row < length; row++) {
    const own = columns.bid[row] as number
    const before = row === 0 ? own : (columns.bid[row - 1] as number)
    bid[row] = Math.max((row === 0 ? own : (bid[row - 1] as number)) + sign() * (own - before), own * 0.2)
    ask[row] = (bid[row] as number) + Math.max(0, (columns.ask[row] as number) - own)
  }
  return { ...columns, bid, ask }
}
