// Buys on the first trading day of each month, between two years.
let month = -1

function onIntervalClose(bar) {
  const date = new Date(bar.time)
  if (date.getUTCFullYear() < 2023 || date.getUTCFullYear() > 2024) return // LIMIT
  if (date.getUTCMonth() === month || date.getUTCHours() !== 10) return
  month = date.getUTCMonth()
  buy({ quantity: 1000 })
}
