// Long around the turn of the month, by the calendar day.
function onIntervalClose(bar) {
  const date = new Date(bar.time)
  if (date.getUTCHours() !== 12 || date.getUTCMinutes() !== 0) return
  const day = date.getUTCDate()
  const isTurn = day >= 27 || day <= 4
  if (isTurn && positions.count === 0) buy({ quantity: 10000 })
  if (!isTurn && positions.count > 0) closeAll()
}
