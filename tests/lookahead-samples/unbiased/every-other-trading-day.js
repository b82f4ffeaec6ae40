// Every other trading day since its start, with a size that grows with the weeks traded.
const slow = indicators.SMA('M15', 30)
let day = 0
let date = 0

function onIntervalClose(bar) {
  const today = Math.floor(bar.time / 86400000)
  if (today === date) return
  date = today
  day += 1
  if (day % 2 !== 0 || !slow.ready) return
  closeAll()
  const quantity = 1000 * (1 + Math.floor(day / 5))
  if (bar.close > slow.value()) buy({ quantity })
  else sell({ quantity })
}
