// Trades the breakout of London's first hour, once a day.
let high = NaN
let low = NaN
let isDone = true

function onIntervalClose(bar) {
  const minute = (bar.time / 60000) % 1440
  if (minute === 480) {
    high = bar.high
    low = bar.low
    isDone = false
  } else if (minute > 480 && minute < 540) {
    high = Math.max(high, bar.high)
    low = Math.min(low, bar.low)
  } else if (minute >= 540 && minute < 960 && !isDone) {
    if (bar.close > high) {
      buy({ quantity: 10000, stopLoss: round(low) })
      isDone = true
    } else if (bar.close < low) {
      sell({ quantity: 10000, stopLoss: round(high) })
      isDone = true
    }
  } else if (minute === 960) closeAll()
}
