// A moving average cross that starts at a date and reads every tick.
const fast = indicators.SMA('M15', 8)
const slow = indicators.SMA('M15', 30)
let side = 0

function onTick(tick) {
  if (tick.time < Date.UTC(2024, 0, 22)) return // LIMIT
  if (!slow.ready) return
  const now = Math.sign(fast.value() - slow.value())
  if (now === side || now === 0) return
  side = now
  closeAll()
  if (side > 0) buy({ quantity: 10000 })
  else sell({ quantity: 10000 })
}
