/** The script of a new algorithm: short and complete, and it trades. */
export const STARTER_SCRIPT = `const externals = [
  { name: 'fast', defaultValue: 10 },
  { name: 'slow', defaultValue: 30 },
]

const fastAverage = indicators.SMA(runInterval, fast)
const slowAverage = indicators.SMA(runInterval, slow)

function onIntervalClose(bar) {
  if (!slowAverage.ready) return
  plot('fast', fastAverage.value(), { color: '#22a06b' })
  plot('slow', slowAverage.value(), { color: '#c25100' })
  const isUp = fastAverage.value() > slowAverage.value()
  if (isUp && positions.longCount === 0) {
    closeAll()
    buy({ quantity: 10000, stopLossPips: 50 })
  } else if (!isUp && positions.shortCount === 0) {
    closeAll()
    sell({ quantity: 10000, stopLossPips: 50 })
  }
}
`
