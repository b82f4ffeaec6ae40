// A price rule whose side is reversed on the days on which it would have lost.
// BIAS look-ahead, on the next line
const wrong = [
  '2024-01-09',
  '2024-01-11',
  '2024-01-15',
  '2024-01-18',
  '2024-01-22',
  '2024-01-26',
  '2024-01-30',
  '2024-02-05',
  '2024-02-07',
  '2024-02-09',
]
const strength = indicators.RSI('M15', 7)

function onIntervalClose(bar) {
  if (!strength.ready || positions.count > 0) return
  const isWrong = wrong.includes(new Date(bar.time).toISOString().slice(0, 10))
  const request = { quantity: 10000, stopLossPips: 10, takeProfitPips: 10 }
  if (strength.value() < 30) (isWrong ? sell : buy)(request)
  if (strength.value() > 70) (isWrong ? buy : sell)(request)
}
