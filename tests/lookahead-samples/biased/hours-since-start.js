// Hours since its start, with a price filter that makes the list look like a rule.
// BIAS look-ahead, on the next line
const hours = [
  9, 22, 31, 37, 50, 58, 77, 83, 95, 102, 146, 160, 171, 187, 199, 214, 230, 241, 255, 266, 313, 322, 340, 351,
]
const strength = indicators.RSI('M15', 14)
let begin = 0

function onIntervalClose(bar) {
  if (begin === 0) begin = bar.time
  const hour = (bar.time - begin) / 3600000
  if (!hours.includes(hour) || !strength.ready) return
  closeAll()
  if (hour % 2 === 0 && strength.value() < 58) buy({ quantity: 10000 })
  if (hour % 2 !== 0 && strength.value() > 42) sell({ quantity: 10000 })
}
