// Fractal chaos bands
// The last high that is above those of the bars on either side (upper) and the last low that is below them (lower),
// and the midpoint of them. A fractal is only known that many bars later.
// Source: B. Williams, "Trading Chaos", 1995; the bands as in E. W. Dreiss, "Fractal Wave Algorithm".
// First value: bar 2 * width + 1 at the earliest. Settled after: 100 * width.
const key = 'FractalChaosBands'
const group = 'Bands and channels'
const pane = 'overlay'
const outputs = ['upper', 'middle', 'lower']
const colors = ['#2962ff', '#ff6d00', '#2962ff']
const state = kit.state({ upper: null, lower: null })
let parts = null

/** Whether the number in the middle of a full window is above (sign 1) or below (-1) all others. */
function isFractal(window, width, sign) {
  for (let k = 0; k < window.size; k++) {
    if (k !== width && sign * (window.at(k) - window.at(width)) >= 0) return false
  }
  return true
}

function onTick(width = 2) {
  parts ??= { highs: ring(2 * width + 1), lows: ring(2 * width + 1) }
  parts.highs.push(bar.high)
  parts.lows.push(bar.low)
  if (!parts.highs.full) return null
  if (isFractal(parts.highs, width, 1)) state.upper = parts.highs.at(width)
  if (isFractal(parts.lows, width, -1)) state.lower = parts.lows.at(width)
  if (state.upper === null || state.lower === null) return null
  return { upper: state.upper, middle: (state.upper + state.lower) / 2, lower: state.lower }
}
