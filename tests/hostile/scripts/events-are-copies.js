// Changes the records passed by events, to change the result.
// Expect: completed
let count = 0
function forge(record) {
  for (const name of Object.keys(record)) {
    try {
      record[name] = 1e9
    } catch {
      log('refused')
    }
  }
}
function onIntervalClose() {
  if (++count > 200) return
  if (positions.count === 0) buy({ quantity: 1000 })
  else closeAll()
}
function onOrder(order) {
  forge(order)
}
function onPositionOpened(position) {
  forge(position)
}
function onPositionClosed(position) {
  forge(position)
  if (account.balance > 1e6 || account.equity > 1e6) log('ESCAPED with ' + account.balance)
}
