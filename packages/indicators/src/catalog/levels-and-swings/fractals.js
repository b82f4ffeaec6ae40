// Fractals
// The last high that is above those of the bars on either side (up) and the last low that is below them (down). A
// fractal is only known that many bars later, so its value appears then and stays.
// Source: B. Williams, "Trading Chaos", 1995.
// First value: bar 2 * width + 1 at the earliest. Settled after: 100 * width.
const key = 'Fractals'
const group = 'Levels and swings'
const pane = 'overlay'
const outputs = ['up', 'down']
const colors = ['#089981', '#f23645']
let state = null

function start(width) {
  return kit.state({ highs: ring(2 * width), lows: ring(2 * width), up: null, down: null })
}

function reading(width) {
  const { highs, lows } = state
  let { up, down } = state
  if (highs.full) {
    const top = highs.at(width - 1)
    const bottom = lows.at(width - 1)
    let isTop = bar.high < top
    let isBottom = bar.low > bottom
    for (let k = 0; k < 2 * width; k++) {
      if (k === width - 1) continue
      if (highs.at(k) >= top) isTop = false
      if (lows.at(k) <= bottom) isBottom = false
    }
    if (isTop) up = top
    if (isBottom) down = bottom
  }
  Object.assign(state, { up, down })
  return up === null || down === null ? null : { up, down }
}

function onTick(width = 2) {
  state ??= start(width)
  const value = reading(width)
  state.highs.push(bar.high)
  state.lows.push(bar.low)
  return value
}
