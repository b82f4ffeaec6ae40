// Passes stop prices that change each time they are read.
// Expect: completed
const ANSWERS = [1.05, 1.05, '1.05', NaN, Infinity, -1, null, { valueOf: () => 99 }, 1e300, undefined]
let reads = 0
let start = 0
function next() {
  return ANSWERS[reads++ % ANSWERS.length]
}
function onTick() {
  if (start > 700) return
  reads = start++
  try {
    const request = { quantity: 1000 }
    for (const name of ['stopLoss', 'takeProfit', 'trailingStop', 'limitPrice', 'stopPrice'])
      if (start % 7 !== name.length % 7) Object.defineProperty(request, name, { get: next, enumerable: true })
    const order = start % 2 === 0 ? buy(request) : sell(request)
    const { limitPrice, stopPrice, quantity } = order
    for (const price of [limitPrice, stopPrice, quantity])
      if (price !== null && order.status !== 'REJECTED' && !(Number.isFinite(price) && price > 0)) log('ESCAPED with ' + String(price))
  } catch (error) {
    log('refused: ' + error.message)
  }
  if (!Number.isFinite(account.equity) || !Number.isFinite(account.marginUsed)) log('ESCAPED with equity ' + account.equity)
  if (start % 50 === 0) closeAll()
}
