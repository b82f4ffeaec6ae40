// Only ticks: its own ring of prices, and their momentum.
const size = 200
const prices = new Array(size).fill(0)
let seen = 0
let last = 0

function onTick({ time, bid, ask }) {
  const middle = (bid + ask) / 2
  const old = prices[seen % size]
  prices[seen % size] = middle
  seen += 1
  if (seen <= size || positions.count > 0 || time - last < 7200000) return
  const move = middle - old
  if (Math.abs(move) < pips(8)) return
  last = time
  const request = { quantity: 10000, stopLossPips: 10, takeProfitPips: 14 }
  if (move > 0) buy(request)
  else sell(request)
}
