// A single year, by its number.
const bands = indicators.BollingerBands('M15', 20, 2)

function onIntervalClose(bar) {
  if (new Date(bar.time).getUTCFullYear() !== 2022) return // LIMIT
  if (!bands.ready || positions.count > 0) return
  const { upper, lower } = bands.value()
  if (bar.close < lower) buy({ quantity: 10000, stopLossPips: 20, takeProfitPips: 20 })
  if (bar.close > upper) sell({ quantity: 10000, stopLossPips: 20, takeProfitPips: 20 })
}
