// Fisher transform
// Position of the median price in its range, smoothed and bent so that turns stand out, with its value of the
// previous bar as trigger.
// Source: J. F. Ehlers, "Using the Fisher Transform", Stocks & Commodities 2002.
// First value: bar period. Settled after: period + 64.
const key = 'FisherTransform'
const group = 'Oscillators'
const pane = 'study'
const outputs = ['fisher', 'trigger']
const colors = ['#2962ff', '#ff6d00']
let state = null

function start(period) {
  return kit.state({ prices: ring(period), place: 0, fisher: 0 })
}

function reading(period) {
  const { prices } = state
  if (prices.count < period - 1) return null
  const price = (bar.high + bar.low) / 2
  let highest = price
  let lowest = price
  for (let k = 0; k < period - 1; k++) {
    highest = Math.max(highest, prices.at(k))
    lowest = Math.min(lowest, prices.at(k))
  }
  const part = highest === lowest ? 0 : (price - lowest) / (highest - lowest) - 0.5
  let place = 0.66 * part + 0.67 * state.place
  if (place > 0.99) place = 0.999
  else if (place < -0.99) place = -0.999
  state.place = place
  return { fisher: 0.5 * Math.log((1 + place) / (1 - place)) + 0.5 * state.fisher, trigger: state.fisher }
}

function onTick(period = 10) {
  state ??= start(period)
  const value = reading(period)
  state.prices.push((bar.high + bar.low) / 2)
  if (value !== null) state.fisher = value.fisher
  return value
}
