// Weighted close
// The average of high, low and close of the bar, with the close counted twice.
// Source: common knowledge; as in TA-Lib (WCLPRICE).
// First value: bar 1.
const key = 'WeightedClose'
const group = 'Prices'
const pane = 'overlay'
const colors = ['#2962ff']

function onTick() {
  return (bar.high + bar.low + 2 * bar.close) / 4
}
