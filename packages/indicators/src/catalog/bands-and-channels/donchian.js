// Donchian channel
// The highest high and the lowest low of the last bars, including the current one, and their midpoint.
// Source: R. D. Donchian, about 1960, "Donchian's 5 and 20 Day Moving Averages", 1974.
// First value: bar period.
const key = 'Donchian'
const group = 'Bands and channels'
const pane = 'overlay'
const outputs = ['upper', 'middle', 'lower']
const colors = ['#2962ff', '#ff6d00', '#2962ff']
// One object for all values: a new one per bar would become garbage at once.
const channel = { upper: NaN, middle: NaN, lower: NaN }
let highs = null
let lows = null

function onTick(period = 20) {
  if (highs === null) {
    highs = ring(period)
    lows = ring(period)
  }
  highs.push(bar.high)
  lows.push(bar.low)
  if (!highs.full) return null
  channel.upper = highs.highest()
  channel.lower = lows.lowest()
  channel.middle = (channel.upper + channel.lower) / 2
  return channel
}
