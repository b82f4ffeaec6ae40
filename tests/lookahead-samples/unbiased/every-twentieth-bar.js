// A plan by bar number: every twentieth bar, alternately long and short.
let number = 0

function onIntervalClose() {
  number += 1
  if (number % 20 !== 0) return
  closeAll()
  if (number % 40 === 0) buy({ quantity: 10000 })
  else sell({ quantity: 10000 })
}
