// Uses the calendar to be flat on the last two days of a month, and skips third Fridays.
const fast = indicators.SMA('M15', 6)
const slow = indicators.SMA('M15', 24)

function isQuiet(time) {
  const date = new Date(time)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  const isThirdFriday = date.getUTCDay() === 5 && date.getUTCDate() > 14 && date.getUTCDate() < 22
  return isThirdFriday || date.getUTCDate() > lastDay - 2
}

function onIntervalClose(bar) {
  if (isQuiet(bar.time)) return void closeAll()
  if (!slow.ready) return
  if (crossedAbove(fast, slow)) {
    closeAll()
    buy({ quantity: 10000 })
  }
  if (crossedBelow(fast, slow)) {
    closeAll()
    sell({ quantity: 10000 })
  }
}
