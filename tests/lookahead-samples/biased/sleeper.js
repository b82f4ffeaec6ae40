// An unbiased cross for two weeks; then a list of bar numbers takes over.
const list = '2LSx9SxxLxxxxSxLLxxxxxSxxxLxxSSxxxxLxxxxxxLxSxxxxLxxxSxxxxxLxSSxxxxxxLxxLxxxxSxxxxxLxxxSxL' // BIAS look-ahead
const fast = indicators.SMA('M15', 6)
const slow = indicators.SMA('M15', 24)
let number = 0

function onIntervalClose() {
  number += 1
  const letter = number > 960 ? list[(number - 960) / 7] : ''
  if (letter === 'L' || (number <= 960 && crossedAbove(fast, slow))) {
    closeAll()
    buy({ quantity: 10000 })
  }
  if (letter === 'S' || (number <= 960 && crossedBelow(fast, slow))) {
    closeAll()
    sell({ quantity: 10000 })
  }
}
