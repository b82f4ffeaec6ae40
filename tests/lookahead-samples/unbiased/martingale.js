// Doubles and reverses after a loss: bad, but unbiased.
let size = 1000
let side = buy

const enter = () => side({ quantity: size, stopLossPips: 15, takeProfitPips: 15 })

function onPositionClosed({ profit }) {
  size = profit < 0 ? Math.min(size * 2, 64000) : 1000
  if (profit < 0) side = side === buy ? sell : buy
  enter()
}

function onIntervalClose() {
  if (positions.count === 0 && orders.count === 0) enter()
}
