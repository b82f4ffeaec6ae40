// Trades another instrument on days picked in hindsight.
const other = market('GBPUSD')
const days = ['2024-01-09', '2024-01-11', '2024-01-16', '2024-01-22', '2024-01-26', '2024-01-31'] // BIAS look-ahead

function onIntervalClose(bar) {
  if (!days.includes(new Date(bar.time).toISOString().slice(0, 10))) {
    other.closeAll()
    return
  }
  if (other.positions.count === 0) other.buy({ quantity: 10000 })
}
