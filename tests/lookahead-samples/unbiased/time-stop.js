// Exits after six hours, and after three losses pauses for the rest of the day.
const bands = indicators.Donchian('M15', 24)
let losses = 0
let today = 0

function onIntervalClose(bar) {
  for (const position of positions) if (now() - position.openTime > 6 * 3600000) closePosition(position)
  const day = Math.floor(now() / 86400000)
  if (day !== today) {
    today = day
    losses = 0
  }
  if (!bands.ready || positions.count > 0 || losses >= 3) return
  const { upper, lower } = bands.value(1)
  if (bar.close > upper) buy({ quantity: 10000, stopLossPips: 12 })
  if (bar.close < lower) sell({ quantity: 10000, stopLossPips: 12 })
}

function onPositionClosed({ profit }) {
  if (profit < 0) losses += 1
}
