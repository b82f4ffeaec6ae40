/** What a new algorithm begins with: small, and it runs. */
export const STARTER_SCRIPT = `const externals = [
  { name: 'fast', defaultValue: 10 },
  { name: 'slow', defaultValue: 30 },
]

const quick = indicators.SMA('M15', fast)
const calm = indicators.SMA('M15', slow)

function onIntervalClose(bar) {
  if (!calm.ready) return
  plot('fast', quick.value(), { color: '#22a06b' })
  plot('slow', calm.value(), { color: '#c25100' })
  const isUp = quick.value() > calm.value()
  if (isUp && positions.longCount === 0) {
    closeAll()
    buy({ quantity: 10000, stopLossPips: 50 })
  } else if (!isUp && positions.shortCount === 0) {
    closeAll()
    sell({ quantity: 10000, stopLossPips: 50 })
  }
}
`
