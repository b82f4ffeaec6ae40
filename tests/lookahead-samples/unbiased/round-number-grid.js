// Buys whenever the price falls through a round number, sells when it rises through one.
const step = pips(20)
let before = NaN

function onIntervalClose(bar) {
  const line = Math.floor(bar.close / step)
  if (line < before && positions.longCount < 5) buy({ quantity: 1000, takeProfitPips: 20 })
  if (line > before && positions.shortCount < 5) sell({ quantity: 1000, takeProfitPips: 20 })
  before = line
}
