// Answers each order event with another order, so that events never end.
// Expect: completed or errored
// Limit: memory
function onTick() {
  if (orders.count === 0) buy({ quantity: -1 })
}
function onOrder() {
  buy({ quantity: -1 })
  sell({ quantity: -1 })
}
