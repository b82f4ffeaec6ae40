// Hilbert instantaneous trendline
// The average of the median prices over the dominant cycle, so that the cycle cancels out, smoothed over four bars. The
// first 12 values of the cycle are not used.
// Source: J. F. Ehlers, "Rocket Science for Traders", 2001, chapter 10.
// First value: bar 63. Settled after: 400.
const key = 'HilbertTrendline'
const group = 'Moving averages'
const pane = 'overlay'
const colors = ['#2962ff']
const cycle = kit.cycle()
const prices = ring(50)
const averages = ring(4)
const state = kit.state({ bars: 0, period: 0 })

function onTick() {
  const price = (bar.high + bar.low) / 2
  cycle.next(price)
  prices.push(price)
  state.bars += 1
  state.period = 0.33 * cycle.period + 0.67 * state.period
  const length = Math.min(50, Math.floor(state.period + 0.5))
  let sum = 0
  for (let k = 0; k < length; k++) sum += prices.count > k ? prices.at(k) : price
  averages.push(length > 0 ? sum / length : price)
  if (state.bars < 63) return null
  return (4 * averages.at() + 3 * averages.at(1) + 2 * averages.at(2) + averages.at(3)) / 10
}
