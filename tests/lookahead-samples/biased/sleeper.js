// An honest cross for two weeks; then a list of bars by their number takes over.
const list = '2LSx9SxxLxxxxSxLLxxxxxSxxxLxxSSxxxxLxxxxxxLxSxxxxLxxxSxxxxxLxSSxxxxxxLxxLxxxxSxxxxxLxxxSxL' // LIE look-ahead
const quick = indicators.SMA('M15', 6)
const calm = indicators.SMA('M15', 24)
let number = 0

function onIntervalClose() {
  number += 1
  const letter = number > 960 ? list[(number - 960) / 7] : ''
  if (letter === 'L' || (number <= 960 && crossedAbove(quick, calm))) {
    closeAll()
    buy({ quantity: 10000 })
  }
  if (letter === 'S' || (number <= 960 && crossedBelow(quick, calm))) {
    closeAll()
    sell({ quantity: 10000 })
  }
}
