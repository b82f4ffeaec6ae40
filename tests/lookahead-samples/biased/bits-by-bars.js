// One bit for every twenty bars since its start: the hours repeat, the bits do not.
const plan = 23354110 // BIAS look-ahead
let number = -1

function onIntervalClose() {
  number += 1
  if (number % 20 !== 0) return
  closeAll()
  if ((plan >> ((number / 20) % 25)) & 1) buy({ quantity: 10000 })
}
