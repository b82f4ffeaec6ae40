// Fits a line through its own list of bars and trades the residual, with recursion and closures.
const window = []
const sum = (values, of) => (values.length === 0 ? 0 : of(values[0], values.length) + sum(values.slice(1), of))

function fit() {
  const n = window.length
  const mean = sum(window, (value) => value) / n
  const slope =
    window.reduce((total, value, x) => total + (x - (n - 1) / 2) * (value - mean), 0) / ((n * (n * n - 1)) / 12)
  return mean + (slope * (n - 1)) / 2
}

function onIntervalClose({ close }) {
  window.push(close)
  if (window.length > 32) window.shift()
  if (window.length < 32 || positions.count > 0) return
  const residual = close - fit()
  const request = { quantity: 10000, stopLossPips: 20, takeProfitPips: 15 }
  if (residual > pips(6)) sell(request)
  if (residual < -pips(6)) buy(request)
}
