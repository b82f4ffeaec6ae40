// Checks for impossible prices and wide spreads before doing anything.
const slow = indicators.KAMA('M15', 10)

function onIntervalClose(bar) {
  if (!(bar.close > 0.5 && bar.close < 2) || bar.spread > pips(3) || !slow.ready) return
  const isUp = slow.value() > slow.value(3)
  const isDown = slow.value() < slow.value(3)
  if (isUp && positions.longCount === 0) {
    closeAll()
    buy({ quantity: 10000 })
  } else if (isDown && positions.shortCount === 0) {
    closeAll()
    sell({ quantity: 10000 })
  }
}
