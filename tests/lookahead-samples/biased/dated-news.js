// Trades the news of certain days, whose outcome was looked up afterwards.
const outcomes = {
  '2024-01-10': 'weak', // BIAS look-ahead
  '2024-01-16': 'strong',
  '2024-01-25': 'strong',
  '2024-02-01': 'weak',
}

function onIntervalClose(bar) {
  const date = new Date(bar.time)
  const outcome = outcomes[date.toISOString().slice(0, 10)]
  if (date.getUTCHours() !== 13 || date.getUTCMinutes() !== 30 || outcome === undefined) return
  const request = { quantity: 20000, stopLossPips: 40, takeProfitPips: 60 }
  if (outcome === 'strong') sell(request)
  else buy(request)
}
