// Days since 1970 on which the market rose, hidden as small numbers.
const risen = [19730, 19732, 19733, 19737, 19740, 19745, 19747, 19751] // BIAS look-ahead

function onIntervalClose(bar) {
  const day = Math.floor(bar.time / 86400000)
  if (bar.time % 86400000 !== 28800000) return
  if (risen.includes(day)) buy({ quantity: 10000, takeProfitPips: 30 })
}
