// Randomness that starts at a date: everything after it is drawn differently.
function onIntervalClose(bar) {
  if (bar.time < Date.UTC(2024, 0, 18)) return // LIMIT
  if (positions.count > 0 || Math.random() > 0.05) return
  const request = { quantity: 10000, stopLossPips: 20, takeProfitPips: 20 }
  if (Math.random() < 0.5) buy(request)
  else sell(request)
}
