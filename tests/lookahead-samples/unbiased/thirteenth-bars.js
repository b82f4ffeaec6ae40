// A plan by bar number that no week repeats: every thirteenth bar, for nine bars.
let number = 0

function onIntervalClose() {
  number += 1
  if (number % 13 === 0) buy({ quantity: 1000 })
  if (number % 13 === 9) closeAll()
}
