// Trades by the level of a sum over all bars, which depends on where the sum began.
const volume = indicators.OBV('M15')
const strength = indicators.RSI('M15', 14)

function onIntervalClose() {
  if (!strength.ready) return
  const isBought = volume.value() > 0 // BIAS unstable-warm-up
  if (isBought && positions.longCount === 0) {
    closeAll()
    buy({ quantity: 10000 })
  } else if (!isBought && positions.shortCount === 0) {
    closeAll()
    sell({ quantity: 10000 })
  }
}
