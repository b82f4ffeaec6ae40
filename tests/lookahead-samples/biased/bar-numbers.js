// Counts bars from the first one and trades a list of bar numbers.
const longs = [7, 31, 58, 103, 140, 188, 231, 290, 371, 402] // BIAS look-ahead
const shorts = [19, 44, 75, 121, 166, 205, 262, 333, 389, 450]
let number = 0

function onIntervalClose() {
  number += 1
  if (longs.includes(number)) {
    closeAll()
    buy({ quantity: 10000 })
  }
  if (shorts.includes(number)) {
    closeAll()
    sell({ quantity: 10000 })
  }
}
