// Places orders while an order is being read, so that two get the same id and one cannot be canceled.
// Expect: completed
let turns = 0
const nested = (depth) => ({
  limitPrice: 0.5,
  get quantity() {
    if (depth > 0) buy(nested(depth - 1))
    return 1000
  },
  get stopLoss() {
    for (const order of orders) cancel(order)
  },
})
function onTick() {
  if (turns++ > 50) return
  buy(nested(5))
  const all = orders.all()
  if (new Set(all.map(({ id }) => id)).size !== all.length) log('ESCAPED: two orders have one id')
  for (const order of all) if (!cancel(order).accepted) log('ESCAPED: an order cannot be canceled')
  if (orders.count > 0) log('ESCAPED: an order is left')
}
