// A breakout with a trailing stop of several ranges.
const top = indicators.Highest('M15', 40)
const range = indicators.ATR('M15', 14)

function onIntervalClose(bar) {
  if (!top.ready || !range.ready || positions.count > 0) return
  if (bar.close > top.value(1)) buy({ quantity: 10000, trailingStop: round(range.value() * 3) })
}
