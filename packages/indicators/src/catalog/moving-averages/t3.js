// Tillson T3 moving average of closes
// Six exponential averages stacked and combined with a volume factor: smooth with little lag.
// Source: T. Tillson, "Better Moving Averages", Stocks & Commodities 1998; as in TA-Lib (T3).
// First value: bar 6 * (period - 1) + 1. Settled after: 48 * (period + 1).
const key = 'T3'
const group = 'Moving averages'
const pane = 'overlay'
const colors = ['#2962ff']
const fractions = ['factor']
let parts = null

function start(period) {
  return { averages: [0, 1, 2, 3, 4, 5].map(() => kit.ema(period)), values: [0, 0, 0, 0, 0, 0] }
}

function reading(factor) {
  const { averages, values } = parts
  let value = bar.close
  for (let at = 0; at < 6; at++) {
    value = averages[at].next(value)
    if (value === null) return null
    values[at] = value
  }
  const square = factor * factor
  const cube = square * factor
  const third = 3 * square + 3 * cube
  return (
    -cube * values[5] +
    third * values[4] +
    (-6 * square - 3 * (factor + cube)) * values[3] +
    (1 + 3 * factor + cube + 3 * square) * values[2]
  )
}

function onTick(period = 5, factor = 0.7) {
  parts ??= start(period)
  return reading(factor)
}
