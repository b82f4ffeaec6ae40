// Unbiased entries, but on certain days stops and targets match how far the market went.
// BIAS look-ahead, on the next line
const wide = [
  '2024-01-09',
  '2024-01-11',
  '2024-01-16',
  '2024-01-22',
  '2024-01-26',
  '2024-01-30',
  '2024-02-05',
  '2024-02-08',
]
const strength = indicators.RSI('M15', 7)

function onIntervalClose(bar) {
  if (!strength.ready || positions.count > 0) return
  const isWide = wide.includes(new Date(bar.time).toISOString().slice(0, 10))
  if (strength.value() > 30) return
  buy({ quantity: 10000, stopLossPips: isWide ? 60 : 6, takeProfitPips: isWide ? 40 : 6 })
}
