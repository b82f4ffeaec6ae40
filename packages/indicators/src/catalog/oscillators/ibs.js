// Internal bar strength
// Where the close lies between the low (0) and the high (1) of its bar; 0.5 for a bar without range.
// Source: A. S. Pagonidis, "The IBS Effect: Mean Reversion in Equity ETFs", 2013.
// First value: bar 1.
const key = 'IBS'
const group = 'Oscillators'
const pane = 'study'
const colors = ['#2962ff']

function onTick() {
  return bar.high > bar.low ? (bar.close - bar.low) / (bar.high - bar.low) : 0.5
}
