// Four intervals that must agree, from five minutes to four hours.
const views = ['M5', 'M15', 'H1', 'H4'].map((interval) => ({
  bars: bars(interval),
  average: indicators.EMA(interval, 10),
}))

every('M5', () => {
  if (views.some(({ average }) => !average.ready)) return
  const sides = views.map(({ bars: view, average }) => Math.sign(view.close() - average.value()))
  const sum = sides.reduce((total, side) => total + side, 0)
  if (sum === 4 && positions.count === 0) buy({ quantity: 5000, trailingStopPips: 12 })
  if (sum === -4 && positions.count === 0) sell({ quantity: 5000, trailingStopPips: 12 })
})

function onIntervalClose() {}
