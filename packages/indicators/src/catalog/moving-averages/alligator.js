// Alligator
// Three smoothed averages of median prices, moved 8, 5 and 3 bars forward: the value of a bar is from that many bars
// ago.
// Source: B. Williams, "Trading Chaos", 1995.
// First value: bar Math.max(jaw + 8, teeth + 5, lips + 3). Settled after: 16 * (Math.max(jaw, teeth, lips) + 1) + 8.
const key = 'Alligator'
const group = 'Moving averages'
const pane = 'overlay'
const outputs = ['jaw', 'teeth', 'lips']
const colors = ['#2962ff', '#f23645', '#089981']
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
  const value = { jaw: lines.jaw(price), teeth: lines.teeth(price), lips: lines.lips(price) }
  return value.jaw === null || value.teeth === null || value.lips === null ? null : value
}
