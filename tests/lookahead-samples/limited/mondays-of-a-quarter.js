// A weekday between two dates: the entries do not depend on prices, but they are a plan.
function onIntervalClose(bar) {
  if (bar.time < Date.UTC(2024, 0, 9) || bar.time > Date.UTC(2024, 2, 31)) return // LIMIT
  const date = new Date(bar.time)
  if (date.getUTCHours() !== 9 || date.getUTCMinutes() !== 0) return
  if (date.getUTCDay() === 1) buy({ quantity: 10000 })
  if (date.getUTCDay() === 3) closeAll()
}
