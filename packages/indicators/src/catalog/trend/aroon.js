// Aroon
// How recently the highest high (up) and the lowest low (down) of the last period + 1 bars were made: 100 is the
// current bar, 0 the oldest.
// Source: T. S. Chande, "A Time Price Oscillator", Stocks & Commodities 1995; as in TA-Lib (AROON).
// First value: bar period + 1.
const key = 'Aroon'
const group = 'Trend'
const pane = 'study'
const outputs = ['up', 'down']
const colors = ['#089981', '#f23645']
let parts = null

/** Bars since the highest high and the lowest low of the window; of equal ones the newest counts. */
function ages(period) {
  let highest = bar.high
  let lowest = bar.low
  let up = 0
  let down = 0
  for (let k = 0; k < period; k++) {
    if (parts.highs.at(k) > highest) {
      highest = parts.highs.at(k)
      up = k + 1
    }
    if (parts.lows.at(k) < lowest) {
      lowest = parts.lows.at(k)
      down = k + 1
    }
  }
  return { up, down }
}

function start(period) {
  return { highs: ring(period), lows: ring(period) }
}

function reading(period) {
  if (!parts.highs.full) return null
  const { up, down } = ages(period)
  return { up: (100 * (period - up)) / period, down: (100 * (period - down)) / period }
}

function onTick(period = 14) {
  parts ??= start(period)
  const value = reading(period)
  parts.highs.push(bar.high)
  parts.lows.push(bar.low)
  return value
}
