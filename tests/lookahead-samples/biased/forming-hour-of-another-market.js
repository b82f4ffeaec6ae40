// Trades on the unfinished hour of another instrument.
const other = market('GBPUSD')
const hours = other.bars('H1')

function onIntervalClose() {
  const hour = hours.forming // BIAS repaints
  if (hour === null || hours.count < 3) return
  const isUp = hour.close > hour.open
  if (isUp && other.positions.longCount === 0) {
    other.closeAll()
    other.buy({ quantity: 10000 })
  } else if (!isUp && other.positions.shortCount === 0) {
    other.closeAll()
    other.sell({ quantity: 10000 })
  }
}
