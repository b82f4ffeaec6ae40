// Calls the engine at the very end of the stack, to interrupt it in the middle of an order.
// Expect: completed or errored
let count = 0
function dive() {
  try {
    dive()
  } catch {
    buy({ quantity: 1000, stopLossPips: 20 })
    closeAll()
  }
}
function onIntervalClose() {
  if (count++ > 30) return
  try {
    dive()
  } catch {
    log('end of the stack')
  }
  if (!Number.isFinite(account.equity) || positions.count < 0) log('ESCAPED with equity ' + account.equity)
}
