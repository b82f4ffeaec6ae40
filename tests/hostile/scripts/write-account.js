// Writes its own balance, prices and positions.
// Expect: completed
function attempt(work) {
  try {
    work()
  } catch {
    log('refused')
  }
}
let count = 0
function onStart() {
  buy({ quantity: 1000 })
}
function onIntervalClose(bar) {
  if (++count > 100) return
  const { balance, equity } = account
  attempt(() => { account.balance = 1e9 })
  attempt(() => Object.defineProperty(account, 'balance', { value: 1e9 }))
  attempt(() => Object.setPrototypeOf(account, { balance: 1e9, equity: 1e9 }))
  attempt(() => Object.defineProperty(Object.getPrototypeOf(account), 'equity', { get: () => 1e9 }))
  attempt(() => { instrument.pipSize = 1000 })
  attempt(() => { bar.close = 5 })
  attempt(() => { positions.all()[0].profit = 1e9 })
  attempt(() => { positions.all()[0].quantity = 1e9 })
  attempt(() => { positions.get(1).openPrice = 0.0001 })
  attempt(() => { for (const position of positions) position.openPrice = 0.0001 })
  attempt(() => { orders.all().push({}) })
  attempt(() => Reflect.apply(Reflect.getOwnPropertyDescriptor(Object.getPrototypeOf(account), 'balance').get, {}, []))
  if (account.balance !== balance || account.equity !== equity || instrument.pipSize !== 0.0001) log('ESCAPED to the account')
  const first = positions.all()[0]
  if (first && (first.openPrice < 0.5 || first.quantity > 1000)) log('ESCAPED to a position')
  if (bars('M1').close() === 5) log('ESCAPED to the bars')
}
