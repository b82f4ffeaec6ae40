// A filter by the hour of the week and by the hour's volatility.
const livelyHours = [7, 8, 9, 12, 13, 14, 15]
const range = indicators.ATR('H1', 10)
let cooling = 0

function onIntervalClose(bar) {
  const hour = new Date(bar.time).getUTCHours()
  if (!range.ready || !livelyHours.includes(hour) || now() < cooling || positions.count > 0) return
  if (bar.close - bar.open > range.value() * 0.5) {
    buy({ quantity: 10000, trailingStopPips: 15 })
    cooling = now() + 4 * 3600000
  }
  if (bar.open - bar.close > range.value() * 0.5) {
    sell({ quantity: 10000, trailingStopPips: 15 })
    cooling = now() + 4 * 3600000
  }
}
