// Typical price
// The simple average of high, low and close of the bar.
// Source: common knowledge; as in TA-Lib (TYPPRICE).
// First value: bar 1.
const key = 'TypicalPrice'
const group = 'Prices'
const pane = 'overlay'
const colors = ['#2962ff']

function onTick() {
  return (bar.high + bar.low + bar.close) / 3
}
