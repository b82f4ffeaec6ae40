// Buys at the opening of London and goes flat in the afternoon, whatever the prices are.
function onIntervalClose(bar) {
  const minute = ((bar.time + 900000) / 60000) % 1440
  if (minute === 480) buy({ quantity: 10000 })
  if (minute === 960) closeAll()
}
