// Gator oscillator
// Distances between the lines of the Alligator: jaw and teeth above zero (upper), teeth and lips below it (lower).
// Source: B. Williams, "New Trading Dimensions", 1998.
// First value: bar Math.max(jaw + 8, teeth + 5, lips + 3). Settled after: 16 * (Math.max(jaw, teeth, lips) + 1) + 8.
const key = 'Gator'
const group = 'Oscillators'
const pane = 'study'
const outputs = ['upper', 'lower']
const colors = ['#089981', '#f23645']
let lines = null

/** A smoothed average as it was some bars ago. */
function moved(period, bars) {
  const average = kit.wilder(period)
  const past = kit.delay(bars)
  return (price) => {
    const present = average.next(price)
    return present === null ? null : past.next(present)
  }
}

function onTick(jaw = 13, teeth = 8, lips = 5) {
  lines ??= { jaw: moved(jaw, 8), teeth: moved(teeth, 5), lips: moved(lips, 3) }
  const price = (bar.high + bar.low) / 2
  const [jawLine, teethLine, lipsLine] = [lines.jaw(price), lines.teeth(price), lines.lips(price)]
  if (jawLine === null || teethLine === null || lipsLine === null) return null
  return { upper: Math.abs(jawLine - teethLine), lower: -Math.abs(teethLine - lipsLine) }
}
