// Median price
// The midpoint of high and low of the bar.
// Source: common knowledge; as in TA-Lib (MEDPRICE).
// First value: bar 1.
const key = 'MedianPrice'
const group = 'Prices'
const pane = 'overlay'
const colors = ['#2962ff']

function onTick() {
  return (bar.high + bar.low) / 2
}
