// A counted rhythm that matches neither days nor weeks: long for two and a half days, then short for as long.
let number = 0

function onIntervalClose() {
  number += 1
  if (number % 245 !== 1) return
  closeAll()
  if (number % 490 === 1) buy({ quantity: 10000 })
  else sell({ quantity: 10000 })
}
