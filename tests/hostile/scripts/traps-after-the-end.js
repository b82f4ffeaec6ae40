// Passes objects that act when they are read again, and detects any read after the end.
// Expect: completed
let isOver = false
let turns = 0
const tell = () => {
  if (isOver) log('ESCAPED: asked after the end')
}
const trap = new Proxy({}, { get: tell, ownKeys: () => (tell(), []), getPrototypeOf: () => (tell(), null), has: tell })
function onTick() {
  if (turns++ > 200) return
  plot('a', trap, { get pane() { tell(); return 'study' } })
  buy({ quantity: 1000, stopLoss: trap, timeInForce: trap })
  for (const call of [() => log(trap), () => modify(trap, trap), () => oco(trap, trap), () => closePosition(trap, trap)]) {
    try {
      call()
    } catch {}
  }
}
function onStop() {
  isOver = true
  return trap
}
