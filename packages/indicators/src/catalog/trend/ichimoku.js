// Ichimoku cloud
// Middles of the ranges of three windows. The spans of a bar are those computed displacement bars before, as the
// chart shows them, so nothing looks ahead; the lagging line is the close itself, drawn backward, and is omitted.
// Source: G. Hosoda, Ichimoku Kinko Hyo, 1969.
// First value: bar Math.max(conversion, base, span) + displacement.
const key = 'Ichimoku'
const group = 'Trend'
const pane = 'overlay'
const outputs = ['conversion', 'base', 'spanA', 'spanB']
const colors = ['#2962ff', '#b71c1c', '#089981', '#f23645']
let state = null

function middle(period) {
  let highest = bar.high
  let lowest = bar.low
  for (let k = 0; k < period - 1; k++) {
    highest = Math.max(highest, state.highs.at(k))
    lowest = Math.min(lowest, state.lows.at(k))
  }
  return (highest + lowest) / 2
}

function start(conversion, base, span, displacement) {
  return kit.state({
    highs: ring(Math.max(conversion, base, span)),
    lows: ring(Math.max(conversion, base, span)),
    first: ring(displacement),
    second: ring(displacement),
    present: null,
  })
}

function reading(conversion, base, span, displacement) {
  if (state.highs.count < Math.max(conversion, base, span) - 1) return null
  const conversionLine = middle(conversion)
  const baseLine = middle(base)
  state.present = { first: (conversionLine + baseLine) / 2, second: middle(span) }
  if (!state.first.full) return null
  const back = displacement - 1
  return { conversion: conversionLine, base: baseLine, spanA: state.first.at(back), spanB: state.second.at(back) }
}

function onTick(conversion = 9, base = 26, span = 52, displacement = 26) {
  state ??= start(conversion, base, span, displacement)
  const value = reading(conversion, base, span, displacement)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  if (state.present !== null) {
    state.first.push(state.present.first)
    state.second.push(state.present.second)
  }
  return value
}
