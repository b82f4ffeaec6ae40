// The side of each twentieth bar comes from a bit; the times alone are a rhythm.
const plan = 14280811 // BIAS look-ahead
let number = -1

function onIntervalClose() {
  number += 1
  if (number % 20 !== 0) return
  closeAll()
  if ((plan >> ((number / 20) % 25)) & 1) buy({ quantity: 10000 })
  else sell({ quantity: 10000 })
}
