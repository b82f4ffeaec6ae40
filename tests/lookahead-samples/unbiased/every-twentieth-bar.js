// A plan by number: every twentieth bar, now long, now short.
let number = 0

function onIntervalClose() {
  number += 1
  if (number % 20 !== 0) return
  closeAll()
  if (number % 40 === 0) buy({ quantity: 10000 })
  else sell({ quantity: 10000 })
}
