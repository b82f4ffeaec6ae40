// Randomness decides the side and the time, with a seed.
function onIntervalClose() {
  if (positions.count > 0 || Math.random() > 0.05) return
  const request = { quantity: 10000, stopLossPips: 20, takeProfitPips: 20 }
  if (Math.random() < 0.5) buy(request)
  else sell(request)
}
