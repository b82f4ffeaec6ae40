/** The script of a new indicator: an average whose length is its parameter. */
export const INDICATOR_STARTER_SCRIPT = `// Average of the last closes
const pane = 'overlay'
const colors = ['#2962ff']

let average = null

// The arguments of onTick are the parameters of the indicator. It is called with every finished bar and with the
// forming one; the value that it returns is drawn, and null means that there is none yet.
function onTick(period = 20) {
  average ??= kit.sma(period)
  return average.next(bar.close)
}
`
