// Forecast oscillator
// How far the close is from what the straight line through the previous bars predicted, as a percentage of the
// close.
// Source: T. S. Chande and S. Kroll, "The New Technical Trader", 1994.
// First value: bar period + 1.
const key = 'ForecastOscillator'
const group = 'Oscillators'
const pane = 'study'
const colors = ['#2962ff']
const minimum = { period: 2 }
const state = kit.state({ forecast: null })
let closes = null

function onTick(period = 14) {
  closes ??= ring(period)
  closes.push(bar.close)
  if (!closes.full) return null
  const { forecast } = state
  const { slope, end } = kit.line(closes)
  state.forecast = end + slope
  if (forecast === null) return null
  return bar.close === 0 ? 0 : (100 * (bar.close - forecast)) / bar.close
}
