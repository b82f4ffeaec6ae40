// The mean of all available bars, from the first one of the history.
const quarters = bars('M15')
const range = indicators.ATR('M15', 20)

function mean() {
  let sum = 0
  for (let k = 0; k < quarters.count; k += 1) sum += quarters.close(k) // BIAS unstable-warm-up
  return sum / quarters.count
}

function onIntervalClose(bar) {
  if (!range.ready || bar.time % 3600000 !== 0) return
  const middle = mean()
  if (bar.close > middle && positions.longCount === 0) {
    closeAll()
    buy({ quantity: 10000 })
  } else if (bar.close < middle && positions.shortCount === 0) {
    closeAll()
    sell({ quantity: 10000 })
  }
}
