// Its own exponential average, started with the first bar, and a deviation next to it.
const length = 48
let average = NaN
let variance = 0
let count = 0

function onIntervalClose(bar) {
  count += 1
  if (Number.isNaN(average)) average = bar.close
  const difference = bar.close - average
  average += (2 / (length + 1)) * difference
  variance += (2 / (length + 1)) * (difference * difference - variance)
  if (count < length * 2) return
  const z = difference / Math.sqrt(variance)
  if (z > 1.5 && positions.longCount === 0) {
    closeAll()
    buy({ quantity: 10000 })
  }
  if (z < -1.5 && positions.shortCount === 0) {
    closeAll()
    sell({ quantity: 10000 })
  }
}
