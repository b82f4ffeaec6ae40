// Average price
// The simple average of open, high, low and close of the bar.
// Source: common knowledge; as in TA-Lib (AVGPRICE).
// First value: bar 1.
const key = 'AveragePrice'
const group = 'Prices'
const pane = 'overlay'
const colors = ['#2962ff']

function onTick() {
  return (bar.open + bar.high + bar.low + bar.close) / 4
}
