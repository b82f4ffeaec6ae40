// Day numbers within the year, so that no date appears in the text.
const sides = { 7: 1, 9: -1, 10: -1, 14: -1, 16: 1, 18: 1, 22: -1, 24: 1, 28: 1, 30: -1 } // BIAS look-ahead

function onIntervalClose(bar) {
  const date = new Date(bar.time)
  if (date.getUTCHours() !== 9 || date.getUTCMinutes() !== 15) return
  const begin = Date.UTC(date.getUTCFullYear(), 0, 1)
  const side = sides[Math.floor((bar.time - begin) / 86400000)]
  if (side === undefined) return
  closeAll()
  if (side > 0) buy({ quantity: 10000 })
  else sell({ quantity: 10000 })
}
