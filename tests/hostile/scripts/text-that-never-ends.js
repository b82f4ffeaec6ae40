// Gives rejected orders names and reasons of many megabytes.
// Expect: completed
const long = 'x'.repeat(4000000)
let count = 0
function onTick() {
  if (count++ > 50) return
  buy({ quantity: 1000, [long]: 1 })
  modify({ id: long }, {})
  cancel(long)
  if (JSON.stringify(orders.all()).length > 100000) log('ESCAPED: a reason is as long as it likes')
}
