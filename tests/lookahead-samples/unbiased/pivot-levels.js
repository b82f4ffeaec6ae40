// Yesterday's pivots, computed from its own bars.
let day = -1
let yesterday = null
let today = null

function onIntervalClose(bar) {
  const number = Math.floor(bar.time / 86400000)
  if (number !== day) {
    yesterday = today
    today = { high: bar.high, low: bar.low, close: bar.close }
    day = number
  } else today = { high: Math.max(today.high, bar.high), low: Math.min(today.low, bar.low), close: bar.close }
  if (yesterday === null || positions.count > 0) return
  const pivot = (yesterday.high + yesterday.low + yesterday.close) / 3
  const support = 2 * pivot - yesterday.high
  const resistance = 2 * pivot - yesterday.low
  if (bar.low < support && bar.close > support) buy({ quantity: 10000, stopLossPips: 20, takeProfitPips: 25 })
  if (bar.high > resistance && bar.close < resistance) sell({ quantity: 10000, stopLossPips: 20, takeProfitPips: 25 })
}
