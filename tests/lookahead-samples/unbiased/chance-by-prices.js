// Tosses a coin seeded by the first price: randomness that is the same each time.
let seed = 0

function toss() {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return seed / 4294967296
}

function onIntervalClose(bar) {
  if (seed === 0) seed = Math.round(bar.close * 100000)
  if (positions.count > 0 || toss() > 0.06) return
  const request = { quantity: 10000, stopLossPips: 20, takeProfitPips: 20 }
  if (toss() < 0.5) buy(request)
  else sell(request)
}
