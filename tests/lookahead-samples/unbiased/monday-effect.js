// Buys on Monday and sells on Tuesday.
function onIntervalClose(bar) {
  const date = new Date(bar.time)
  if (date.getUTCHours() !== 9 || date.getUTCMinutes() !== 0) return
  if (date.getUTCDay() === 1) buy({ quantity: 10000 })
  if (date.getUTCDay() === 2) closeAll()
}
