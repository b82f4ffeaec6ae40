// Passes a quantity that changes each time it is read.
// Expect: completed
const ANSWERS = [1000, 1000, '9', 1e15, NaN, Infinity, -5, null, { valueOf: () => 1e12 }, 7n, [1e9]]
let reads = 0
let start = 0
function onTick() {
  if (start > 300) return
  reads = start++
  const request = {
    get quantity() {
      return ANSWERS[reads++ % ANSWERS.length]
    },
  }
  try {
    const order = buy(request)
    if (order.status !== 'REJECTED' && !(typeof order.quantity === 'number' && order.quantity > 0 && order.quantity <= 1e7))
      log('ESCAPED with a quantity of ' + typeof order.quantity + ' ' + String(order.quantity))
  } catch (error) {
    log('refused: ' + error.message)
  }
  if (!Number.isFinite(account.equity)) log('ESCAPED with equity ' + account.equity)
  if (start % 100 === 0) closeAll()
}
