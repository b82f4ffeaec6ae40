// Enters on finished bars but exits by a value that still changes: the exits are better than possible.
const fast = indicators.SMA('M15', 8)
const slow = indicators.SMA('M15', 30)
const strength = indicators.RSI('M30', 5)

function onIntervalClose() {
  if (!slow.ready || positions.count > 0) return
  if (crossedAbove(fast, slow)) buy({ quantity: 10000, stopLossPips: 60 })
}

function onTick() {
  if (positions.count > 0 && strength.forming > 88) closeAll() // BIAS repaints
}
