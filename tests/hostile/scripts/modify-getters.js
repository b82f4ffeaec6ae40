// Changes a position with values that change while they are read, and reentrantly.
// Expect: completed
let count = 0
function onTick() {
  if (positions.count === 0) buy({ quantity: 1000 })
  const [position] = positions.all()
  if (!position || ++count > 500) return
  let reads = 0
  try {
    modify(position, {
      get stopLoss() {
        if (reads++ === 0) closeAll()
        return [1.0, '1.0', NaN, { valueOf: () => 5 }][reads % 4]
      },
      get takeProfit() {
        return [9, Infinity, 'x', -1][reads % 4]
      },
    })
    closePosition({ id: { valueOf: () => position.id } }, { valueOf: () => 1e9 })
    modify({ get id() { return reads++ % 2 ? position.id : 'x' } }, { stopLoss: {} })
  } catch (error) {
    log('refused: ' + error.message)
  }
  if (!Number.isFinite(account.equity)) log('ESCAPED with equity ' + account.equity)
}
