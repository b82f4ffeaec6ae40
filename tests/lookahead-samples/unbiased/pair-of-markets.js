// The spread of two instruments, faded in both.
const other = market('GBPUSD')
const own = bars('M15')
const others = other.bars('M15')
const spreads = []

function onIntervalClose(bar) {
  if (others.time() !== bar.time || own.count === 0) return
  spreads.push(Math.log(bar.close / others.close()))
  if (spreads.length > 60) spreads.shift()
  if (spreads.length < 60) return
  const mean = spreads.reduce((sum, value) => sum + value, 0) / spreads.length
  const deviation = Math.sqrt(spreads.reduce((sum, value) => sum + (value - mean) ** 2, 0) / spreads.length)
  const z = (spreads.at(-1) - mean) / deviation
  if (positions.count + other.positions.count > 0) {
    if (Math.abs(z) > 0.5) return
    closeAll()
    other.closeAll()
  } else if (z > 1.8) {
    sell({ quantity: 10000 })
    other.buy({ quantity: 10000 })
  } else if (z < -1.8) {
    buy({ quantity: 10000 })
    other.sell({ quantity: 10000 })
  }
}
