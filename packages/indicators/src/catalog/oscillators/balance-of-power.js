// Balance of power
// The move from open to close relative to the range of the bar, from -1 to 1; 0 for a bar without range.
// Source: I. Livshin, "Balance of Market Power", Stocks & Commodities 2001; as in TA-Lib (BOP).
// First value: bar 1.
const key = 'BalanceOfPower'
const group = 'Oscillators'
const pane = 'study'
const colors = ['#2962ff']

function balance() {
  return bar.high > bar.low ? (bar.close - bar.open) / (bar.high - bar.low) : 0
}

function onTick() {
  return balance()
}
