// Fades the outer bands and exits at the middle.
const bands = indicators.BollingerBands('M15', 20, 2)

function onIntervalClose(bar) {
  if (!bands.ready) return
  const { upper, middle, lower } = bands.value()
  for (const position of positions) {
    const isBack = position.direction === 'LONG' ? bar.close >= middle : bar.close <= middle
    if (isBack) closePosition(position)
  }
  if (positions.count > 0) return
  if (bar.close < lower) buy({ quantity: 10000, stopLossPips: 40 })
  if (bar.close > upper) sell({ quantity: 10000, stopLossPips: 40 })
}
