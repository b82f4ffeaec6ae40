// Buys on one day and holds until another.
let isDone = false

function onIntervalClose(bar) {
  // LIMIT on the next line
  if (!isDone && bar.time >= Date.UTC(2024, 0, 10, 8)) {
    isDone = true
    buy({ quantity: 10000 })
  }
  if (bar.time >= Date.UTC(2024, 1, 1)) closeAll()
}
